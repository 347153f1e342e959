// A picture or film imported `with { type: "file" }` is its path.
declare module "*.jpg" {
  const path: string;
  export default path;
}
declare module "*.mp4" {
  const path: string;
  export default path;
}
