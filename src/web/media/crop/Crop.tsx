// Crops and turns an image into a new file: with the pointer, with keys, or by numbers.
import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw, RotateCw } from "lucide-react";
import { useState } from "react";
import { call, v1 } from "../../api.ts";
import { noteMedia, type LibraryMedia, type Media } from "../queries.ts";
import { Button } from "../../parts/Button.tsx";
import { Choice } from "../../parts/Choice.tsx";
import { useNotice } from "../../parts/Notices.tsx";
import { ErrorBox } from "../../parts/Region.tsx";
import { useProfile } from "../../profile.tsx";
import { mediaWords as words } from "../../words/media.ts";
import { Frame } from "./Frame.tsx";
import { AreaFields } from "./AreaFields.tsx";
import {
  fit,
  isSideways,
  isWithin,
  nearestRatio,
  nudge,
  ratiosAt,
  round,
  turnedBy,
  turnedSize,
  whole,
  type Area,
  type AskedShape,
  type Ratios,
  type Size,
  type Turn,
} from "./geometry.ts";
import "./Crop.css";

/** What is done with the result. */
interface Use {
  readonly label: string;
  readonly run: (made: Media) => void;
}

interface Props {
  readonly file: LibraryMedia;
  readonly asked?: AskedShape | null;
  /** One button each; the first is the usual one. */
  readonly uses: readonly Use[];
  readonly onBack: () => void;
}

const ANY: Ratios = { min: null, max: null };

type Shape = keyof typeof words.ratios | "asked";
/** Width by height; null for any, and for what depends on the image. */
const RATIOS: Readonly<Record<Shape, number | null>> = {
  asked: null,
  free: null,
  original: null,
  square: 1,
  portrait: 4 / 5,
  story: 9 / 16,
  wide: 16 / 9,
  card: 1.91,
};
const SHAPES = Object.entries(words.ratios) as readonly (readonly [Shape, string])[];

export function Crop({ file, asked = null, uses, onBack }: Props) {
  const of: Size = { width: file.width ?? 1, height: file.height ?? 1 };
  const { area, setArea, turn, setTurn, shape, setShape, ratio } = useCut(of, asked);
  const { save, isBusy, error } = useSave(file.id);
  const cut = nudge(round(area, of), ratiosAt(asked?.ratios ?? ANY, turn));
  const isWhole = cut.width === of.width && cut.height === of.height;
  const result = turnedSize(cut, turn);
  return (
    <div className="crop">
      <Frame file={file} of={of} area={area} turn={turn} ratio={ratio} onChange={setArea} />
      <div className="crop-panel">
        <p className="small">{words.cropMore}</p>
        <div className="row">
          <Choice<Shape>
            label={words.ratio}
            usual="free"
            value={shape}
            options={shapesOf(asked)}
            onChange={setShape}
          />
          <Button aria-label={words.turnLeft} onPress={() => setTurn(turnedBy(turn, -1))}>
            <RotateCcw size={16} aria-hidden="true" />
          </Button>
          <Button aria-label={words.turnRight} onPress={() => setTurn(turnedBy(turn, 1))}>
            <RotateCw size={16} aria-hidden="true" />
          </Button>
        </div>
        <AreaFields area={cut} of={of} ratio={ratio} onChange={setArea} />
        <p className="number">{words.result(result.width, result.height)}</p>
        {asked !== null && <Fits size={result} asked={asked} />}
        {error !== null && <ErrorBox error={error} />}
        <div className="row">
          {uses.map(({ label, run }, n) => (
            <Button
              key={label}
              kind={n === 0 ? "primary" : "plain"}
              isPending={isBusy}
              isDisabled={isWhole && turn === 0}
              onPress={() => void save(isWhole ? null : cut, turn, run)}
            >
              {label}
            </Button>
          ))}
          <Button onPress={onBack}>{words.back}</Button>
        </div>
      </div>
    </div>
  );
}

function Fits({ size, asked: { name, ratios } }: { readonly size: Size; readonly asked: AskedShape }) {
  const fits = isWithin(size, ratios);
  return (
    <p role="status" className={fits ? "crop-fits" : "problem"}>
      {fits ? words.fits(name) : words.fitsNot(name)}
    </p>
  );
}

const shapesOf = (asked: AskedShape | null): readonly { readonly value: Shape; readonly name: string }[] => [
  ...(asked === null ? [] : [{ value: "asked" as const, name: words.ratioFor(asked.name) }]),
  ...SHAPES.map(([value, name]) => ({ value, name })),
];

/** What is chosen. The shape is that of the result, so that it turns with the image. */
function useCut(of: Size, asked: AskedShape | null) {
  const [area, setArea] = useState(() =>
    asked === null ? whole(of) : fit(whole(of), nearestRatio(of, asked.ratios), of),
  );
  const [turn, turnTo] = useState<Turn>(0);
  const [shape, shapeTo] = useState<Shape>(asked === null ? "free" : "asked");
  const ratioOf = (of_: Shape, at: Turn): number | null => {
    if (of_ === "original") return of.width / of.height;
    if (of_ === "asked" && asked !== null) return nearestRatio(of, ratiosAt(asked.ratios, at));
    const ratio = RATIOS[of_];
    return ratio !== null && isSideways(at) ? 1 / ratio : ratio;
  };
  const apply = (nextShape: Shape, nextTurn: Turn) => {
    const ratio = ratioOf(nextShape, nextTurn);
    if (ratio !== null) setArea((before) => fit(before, ratio, of));
    shapeTo(nextShape);
    turnTo(nextTurn);
  };
  return {
    area,
    setArea,
    turn,
    setTurn: (next: Turn) => (isSideways(next) === isSideways(turn) ? turnTo(next) : apply(shape, next)),
    shape,
    setShape: (next: Shape) => apply(next, turn),
    ratio: ratioOf(shape, turn),
  };
}

function useSave(id: string) {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const notice = useNotice();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const save = async (crop: Area | null, turn: Turn, use: Use["run"]) => {
    setBusy(true);
    setError(null);
    try {
      const body = { ...(crop && { crop }), ...(turn !== 0 && { rotate: turn }) };
      // Asking again for the same gives the same file.
      const { media } = await call(() => v1(profileId).media({ id }).derive.post(body));
      noteMedia(queries, profileId, media);
      notice({ text: words.croppedDone });
      use(media);
    } catch (fault) {
      setError(fault);
      setBusy(false);
    }
  };
  return { save, isBusy, error };
}
