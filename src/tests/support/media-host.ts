// Starts an HTTPS server on loopback that files are imported from, with its own name and CA.
import https from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Internet } from "../../app/parts.ts";

// The keys are public and trusted by tests only.
const CA = `-----BEGIN CERTIFICATE-----
MIIBhzCCAS2gAwIBAgIUTnH7tx0z0qFVe3O2xLsXGaZovxowCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNQ3JpZXIgdGVzdCBDQTAgFw0yNjExMjExNzI3NTNaGA8yMTI2
MTAyODE3Mjc1M1owGDEWMBQGA1UEAwwNQ3JpZXIgdGVzdCBDQTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABMgyzcF3Xrycu9XCMV+b95xLZ/2/7pqkycfpJO2fxRIc
4r09GnT85BbQIe6av2Vj3+k9k1ADog7S4ZZI4wW7CF6jUzBRMB0GA1UdDgQWBBQd
zqJjpLuiaFTkVqxjmMyti3sltTAfBgNVHSMEGDAWgBQdzqJjpLuiaFTkVqxjmMyt
i3sltTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIEXP9uH7Xe2K
DQjsCSKFBjpXEwodl/gr1bFuotPoW3HbAiEAnqR++6rzbeaGjcCFbZfNhHXdNwxE
/gz7P/Ui+7QaXXQ=
-----END CERTIFICATE-----`;
const CERT = `-----BEGIN CERTIFICATE-----
MIIBsTCCAVigAwIBAgIUBr1himGJqYs3AvcweR2nXuaUX5wwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNQ3JpZXIgdGVzdCBDQTAgFw0yNjExMjExNzI3NTNaGA8yMTI2
MTAyODE3Mjc1M1owHDEaMBgGA1UEAwwRbWVkaWEuZXhhbXBsZS5jb20wWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAARQ8rhU7e39oilvJ/LIYR41xwtA93gM+nDukCXP
gjrgFTYK/F1vwQzc6sT0P0O5jG6Qh5SGVRLU7YwbkjpVs0lPo3oweDArBgNVHREE
JDAighFtZWRpYS5leGFtcGxlLmNvbYINKi5jZG4uZXhhbXBsZTAJBgNVHRMEAjAA
MB0GA1UdDgQWBBQURu2RTDtxBBCIMca3gXJURqMfOjAfBgNVHSMEGDAWgBQdzqJj
pLuiaFTkVqxjmMyti3sltTAKBggqhkjOPQQDAgNHADBEAiBdJiSs8OcBTAz9QFK0
febUZgdhyp6Pqb0bYmknrd/AQQIgbAMZkmrOAocnvl/BB7BmLW3/EjpqX6ni0jYY
yNfUaP8=
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgFHT2Bd1i/W0153ww
Fobd8vy9DoYqkmEN+Yu6bVrqONKhRANCAARQ8rhU7e39oilvJ/LIYR41xwtA93gM
+nDukCXPgjrgFTYK/F1vwQzc6sT0P0O5jG6Qh5SGVRLU7YwbkjpVs0lP
-----END PRIVATE KEY-----`;

export interface MediaHost extends Disposable {
  readonly port: number;
  /** Requests that came, oldest first. */
  readonly requests: readonly IncomingMessage[];
}

/** The names in the certificate of every such host, `*.cdn.example` too. */
export const HOST = "media.example.com";

/** Names all lead to loopback, and the CA of media hosts is trusted. */
export const internet: Internet = { resolve: async () => ["127.0.0.1"], ca: CA };

export async function openMediaHost(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<MediaHost> {
  const requests: IncomingMessage[] = [];
  const server = https.createServer({ key: KEY, cert: CERT }, (request, response) => {
    requests.push(request);
    answer(request, response);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    requests,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
