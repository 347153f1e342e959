# Crier as a container: one program, ffmpeg beside it, everything it keeps in /data.
#   docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD) -t crier .
#   docker run -p 4040:4040 -v crier:/data crier

FROM oven/bun:1.4.5-slim AS build
WORKDIR /crier
# First what changes seldom, so that a change of the code does not fetch the dependencies again.
COPY package.json bun.lock bunfig.toml ./
COPY src/web/package.json src/web/
COPY client/package.json client/
RUN bun install --frozen-lockfile --production
COPY tsconfig.json ./
COPY scripts/build.ts scripts/sharp-plugin.ts scripts/web-plugin.ts scripts/
COPY src src
COPY docs docs
# One of the guides below /docs.
COPY CHANGELOG.md ./
ARG COMMIT=unknown
RUN bun scripts/build.ts --outfile /crier/dist/crier --commit "$COMMIT"

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ffmpeg \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 1000 crier \
 && useradd --uid 1000 --gid 1000 --no-create-home --home-dir /data --shell /usr/sbin/nologin crier \
 && install -d -o crier -g crier -m 0700 /data /backups
COPY --from=build /crier/dist/crier /usr/local/bin/crier
COPY LICENSE /usr/share/doc/crier/LICENSE

# HOME is where the image library is unpacked. /tmp won't do: in a read-only container it is a tmpfs, and those are
# mounted so that nothing in them can run.
ENV HOME=/data \
    CRIER_DATA=/data \
    CRIER_HOST=0.0.0.0 \
    CRIER_PORT=4040
VOLUME /data
EXPOSE 4040
USER crier
STOPSIGNAL SIGTERM
# Debian's bash can open a connection, so that the image needs no curl and no second Bun starts every 30 seconds.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$CRIER_PORT && printf 'GET /livez HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
ENTRYPOINT ["crier"]
CMD ["serve"]
