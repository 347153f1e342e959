// Crops and turns an image into a new file: with the pointer, with keys, or by numbers.
import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw, RotateCw } from "lucide-react";
import { useState } from "react";
import { call, v1 } from "../../api.ts";
import { noteMedia, type LibraryMedia } from "../queries.ts";
import { Button } from "../../parts/Button.tsx";
import { Choice } from "../../parts/Choice.tsx";
import { useNotice } from "../../parts/Notices.tsx";
import { ErrorBox } from "../../parts/Region.tsx";
import { useProfile } from "../../profile.tsx";
import { mediaWords as words } from "../../words/media.ts";
import { Frame } from "./Frame.tsx";
import { AreaFields } from "./AreaFields.tsx";
import {
  fitted,
  isSideways,
  rounded,
  turnedBy,
  turnedSize,
  whole,
  type Area,
  type Size,
  type Turn,
} from "./geometry.ts";
import "./Crop.css";

interface Props {
  readonly file: LibraryMedia;
  readonly onDone: (id: string) => void;
  readonly onBack: () => void;
}

type Shape = keyof typeof words.ratios;
/** Width by height; null for any, and for that of the image itself. */
const RATIOS: Readonly<Record<Shape, number | null>> = {
  free: null,
  original: null,
  square: 1,
  portrait: 4 / 5,
  story: 9 / 16,
  wide: 16 / 9,
  card: 1.91,
};
const SHAPES = Object.entries(words.ratios) as readonly (readonly [Shape, string])[];

export function Crop({ file, onDone, onBack }: Props) {
  const of: Size = { width: file.width ?? 1, height: file.height ?? 1 };
  const { area, setArea, turn, setTurn, shape, setShape, ratio } = useCut(of);
  const { save, isBusy, error } = useSave(file.id, onDone);
  const cut = rounded(area, of);
  const isWhole = cut.width === of.width && cut.height === of.height;
  const result = turnedSize(cut, turn);
  return (
    <div className="crop">
      <Frame file={file} of={of} area={area} turn={turn} ratio={ratio} onChange={setArea} />
      <div className="crop-panel">
        <p className="small">{words.cropMore}</p>
        <div className="row">
          <Choice
            label={words.ratio}
            usual="free"
            value={shape}
            options={SHAPES.map(([value, name]) => ({ value, name }))}
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
        {error !== null && <ErrorBox error={error} />}
        <div className="row">
          <Button
            kind="primary"
            isPending={isBusy}
            isDisabled={isWhole && turn === 0}
            onPress={() => void save(isWhole ? null : cut, turn)}
          >
            {words.saveCrop}
          </Button>
          <Button onPress={onBack}>{words.back}</Button>
        </div>
      </div>
    </div>
  );
}

/** What is chosen. The shape is that of the result, so that it turns with the image. */
function useCut(of: Size) {
  const [area, setArea] = useState(() => whole(of));
  const [turn, turnTo] = useState<Turn>(0);
  const [shape, shapeTo] = useState<Shape>("free");
  const ratioOf = (of_: Shape, at: Turn): number | null => {
    if (of_ === "original") return of.width / of.height;
    const ratio = RATIOS[of_];
    return ratio !== null && isSideways(at) ? 1 / ratio : ratio;
  };
  const apply = (nextShape: Shape, nextTurn: Turn) => {
    const ratio = ratioOf(nextShape, nextTurn);
    if (ratio !== null) setArea((before) => fitted(before, ratio, of));
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

function useSave(id: string, onDone: Props["onDone"]) {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const notice = useNotice();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const save = async (crop: Area | null, turn: Turn) => {
    setBusy(true);
    setError(null);
    try {
      const body = { ...(crop && { crop }), ...(turn !== 0 && { rotate: turn }) };
      // Asking again for the same gives the same file.
      const { media } = await call(() => v1(profileId).media({ id }).derive.post(body));
      noteMedia(queries, profileId, media);
      notice({ text: words.croppedDone });
      onDone(media.id);
    } catch (fault) {
      setError(fault);
      setBusy(false);
    }
  };
  return { save, isBusy, error };
}
