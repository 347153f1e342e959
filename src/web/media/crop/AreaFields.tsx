// The part that stays, in numbers.
import { useState } from "react";
import { mediaWords as words } from "../../words/media.ts";
import { move, resize, type Area, type Size } from "./geometry.ts";

interface Props {
  /** In whole pixels. */
  readonly area: Area;
  readonly of: Size;
  readonly ratio: number | null;
  readonly onChange: (area: Area) => void;
}

const NAMES = ["x", "y", "width", "height"] as const;

export function AreaFields({ area, of, ratio, onChange }: Props) {
  const mosts: Area = { x: of.width - area.width, y: of.height - area.height, ...of };
  const change = (name: keyof Area, value: number) => {
    const by = value - area[name];
    const [dx, dy] = name === "x" || name === "width" ? [by, 0] : [0, by];
    if (name === "x" || name === "y") onChange(move(area, dx, dy, of));
    else onChange(resize(roomFor(area, dx, dy, of), "se", dx, dy, of, ratio));
  };
  return (
    <div className="crop-fields">
      {NAMES.map((name) => (
        <PixelField
          key={name}
          label={words.area[name]}
          value={area[name]}
          least={name === "x" || name === "y" ? 0 : 1}
          most={mosts[name]}
          onChange={(value) => change(name, value)}
        />
      ))}
    </div>
  );
}

/** A larger part begins further to the left or the top, where it would end outside of the image. */
function roomFor(area: Area, dx: number, dy: number, of: Size): Area {
  const x = Math.max(0, Math.min(area.x, of.width - area.width - dx));
  return { ...area, x, y: Math.max(0, Math.min(area.y, of.height - area.height - dy)) };
}

interface PixelProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

function PixelField({ label, value, least, most, onChange }: PixelProps) {
  // While it is typed it may be anything.
  const [typed, setTyped] = useState<string | null>(null);
  const change = (text: string) => {
    setTyped(text);
    const next = Number(text);
    if (text !== "" && Number.isInteger(next) && next >= least && next <= most) onChange(next);
  };
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={least}
        max={most}
        step={1}
        value={typed ?? String(value)}
        onChange={({ target }) => change(target.value)}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}
