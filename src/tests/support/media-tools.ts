// Opens what reads and converts files, as an appliance does.
import { tmpdir } from "node:os";
import { openImages, type MakeImage } from "../../media/convert/images.ts";
import { openConverter, type Converter, type ConverterDeps } from "../../media/convert/index.ts";
import { openProbe, type Probe, type ProbeOptions } from "../../media/probe/index.ts";
import { openMediaProcesses } from "../../media/process/processes.ts";

/** With processes of its own, which end when it is disposed. */
export function openTestProbe(options: Omit<ProbeOptions, "processes"> = {}): Probe & Disposable {
  const processes = openMediaProcesses();
  return { ...openProbe({ ...options, processes }), [Symbol.dispose]: processes[Symbol.dispose] };
}

/** Its processes end with the test's. */
export function openTestImages(
  stopping: AbortSignal = new AbortController().signal,
  temporary: string = tmpdir(),
): MakeImage {
  return openImages({ processes: openMediaProcesses(), temporary, stopping });
}

export function openTestConverter(deps: Omit<ConverterDeps, "makeImage">): Converter {
  return openConverter({ ...deps, makeImage: openTestImages(deps.stopping) });
}
