// Notifications of this browser: whether there can be any, and what the server sends them to.
import type { NewTarget } from "../types";

export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

/** The address by which this browser is reached, if it is subscribed. */
export async function endpointHere(): Promise<string> {
  if (!canPush()) return "";
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription())?.endpoint ?? "";
}

/** Ask for it; nothing where whoever sits here does not want it. */
export async function subscribe(key: string): Promise<(NewTarget & { address: string }) | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register("/worker.js");
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(key),
  });
  const { endpoint = "", keys = {} } = made.toJSON();
  return { channel: "push", address: endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" };
}
