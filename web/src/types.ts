// What the server sends, under the names that the page uses. The types themselves are made from the
// server's by tools/protocol.py.
export * from "./generated/types";
export type {
  ChatMessage as ChatLine,
  OrderSet as Orders,
  ServerMeta as Meta,
} from "./generated/types";
