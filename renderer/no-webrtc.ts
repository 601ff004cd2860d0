/**
 * Removes WebRTC from the page before anything else runs, because it would bypass the content security policy. Not every browser knows
 * policies for it (`webrtc` in the content security policy).
 */
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(globalThis, name);
