// The screen Posts.
export function Posts() {
  return <h1>Posts</h1>;
}
