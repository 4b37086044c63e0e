// Passkeys: what the server asks for and what the browser answers, as JSON on the way.
import { call } from "../lib/api";
import type { Me, PasskeyOptions } from "../types";

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
const text = (data: ArrayBuffer | null) =>
  data === null
    ? null
    : btoa(String.fromCharCode(...new Uint8Array(data)))
        .replace(/\+/g, "-")
        .replace(/\//g, "_")
        .replace(/=+$/, "");

/** An address made of numbers can have no passkeys, and neither can a page without TLS. */
export const canUsePasskeys = (): boolean =>
  "credentials" in navigator && window.isSecureContext && !/^[\d.]+$|:/.test(location.hostname);

type Known = { id: string; type: "public-key" };
interface Asked {
  challenge: string;
  user?: { id: string };
  excludeCredentials?: Known[];
}
const readable = (asked: Asked) => ({
  ...asked,
  challenge: bytes(asked.challenge),
  ...(asked.user ? { user: { ...asked.user, id: bytes(asked.user.id) } } : {}),
  ...(asked.excludeCredentials
    ? { excludeCredentials: asked.excludeCredentials.map((one) => ({ ...one, id: bytes(one.id) })) }
    : {}),
});

function told(found: Credential | null): Record<string, unknown> {
  const key = found as PublicKeyCredential;
  const answer = key.response as Partial<AuthenticatorAttestationResponse> &
    Partial<AuthenticatorAssertionResponse>;
  const parts = {
    clientDataJSON: answer.clientDataJSON,
    attestationObject: answer.attestationObject,
    authenticatorData: answer.authenticatorData,
    signature: answer.signature,
    userHandle: answer.userHandle,
  };
  const response: Record<string, string | null> = {};
  for (const [name, data] of Object.entries(parts)) if (data) response[name] = text(data);
  return { id: key.id, rawId: text(key.rawId), type: key.type, response };
}

export async function makePasskey(name: string): Promise<Me> {
  const { options, ticket } = await call<PasskeyOptions>("/api/people/passkeys/begin", { name });
  const publicKey = readable(options as Asked) as unknown as PublicKeyCredentialCreationOptions;
  const credential = told(await navigator.credentials.create({ publicKey }));
  return call<Me>("/api/people/passkeys", { ticket, credential });
}

export async function showPasskey(): Promise<Me> {
  const { options, ticket } = await call<PasskeyOptions>("/api/people/sign-in/begin", {});
  const publicKey = readable(options as Asked) as unknown as PublicKeyCredentialRequestOptions;
  const credential = told(await navigator.credentials.get({ publicKey }));
  return call<Me>("/api/people/sign-in", { ticket, credential });
}
