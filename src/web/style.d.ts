// Custom properties of CSS in React's `style`.
// oxlint-disable-next-line import/no-unassigned-import -- only what is imported can be widened
import "react";

declare module "react" {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
