// The screen on which lost answers are settled.
export function Settle({ targetId }: { readonly targetId: string | null }) {
  return <h1>{targetId}</h1>;
}
