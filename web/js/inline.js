// The bytes of a module that is inlined as text: a character for each byte. As base64 it would be a third larger on the way.

export const bytesOf = (text) => Uint8Array.from(text, (char) => char.charCodeAt(0));
