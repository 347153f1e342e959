// The screen of one post.
export function Post({ id }: { readonly id: string }) {
  return <h1>{id}</h1>;
}
