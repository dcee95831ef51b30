/** The function that a payload calls when it runs; the test exposes it to the page. */
export const HIT = 'payloadRan';

const call = (number: number): string => `${HIT}(${number})`;

/** Ways to make a browser run a script. */
const VECTORS: readonly ((run: string) => string)[] = [
  (run) => `<script>${run}</script>`,
  (run) => `<SCRIPT SRC="data:text/javascript,${run}"></SCRIPT>`,
  (run) => `<img src=x onerror=${run}>`,
  (run) => `<img src="x" onerror="${run}">`,
  (run) => `<svg onload=${run}>`,
  (run) => `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  (run) => `<svg><script>${run}</script></svg>`,
  (run) => `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  (run) => `<iframe src="javascript:parent.${run}"></iframe>`,
  (run) => `<object data="javascript:${run}"></object>`,
  (run) => `<embed src="javascript:${run}">`,
  (run) => `<a href="javascript:${run}">here</a>`,
  (run) => `<form action="javascript:${run}"><button autofocus>go</button></form>`,
  (run) => `<input autofocus onfocus=${run}>`,
  (run) => `<select autofocus onfocus=${run}></select>`,
  (run) => `<video><source onerror=${run}></video>`,
  (run) => `<audio src=x onerror=${run}></audio>`,
  (run) => `<details open ontoggle=${run}>`,
  (run) => `<marquee onstart=${run}>`,
  (run) => `<body onload=${run}>`,
  (run) => `<meta http-equiv="refresh" content="0;url=javascript:${run}">`,
  (run) => `<link rel=stylesheet href="data:text/css,*{}" onload=${run}>`,
  (run) => `<style>@import 'javascript:${run}';</style>`,
  (run) => `<div style="width:expression(${run})" onmouseover="${run}">x</div>`,
  (run) => `<math><mtext></p><img src=x onerror=${run}></mtext></math>`,
  (run) => `<template><img src=x onerror=${run}></template>`,
  (run) => `<base href="javascript:${run}//">`,
  (run) => `[here](javascript:${run})`,
  (run) => `![here](javascript:${run})`,
  (run) => `[here](data:text/html;base64,${Buffer.from(`<script>${run}</script>`).toString('base64')})`,
  (run) => `[here](vbscript:${run})`,
  (run) => `<javascript:${run}>`,
  (run) => `**<b onclick=${run}>bold</b>**`,
  (run) => `\`<img src=x onerror=${run}>\``,
  (run) => `$\\href{javascript:${run}}{x}$`,
  (run) => `$\\htmlData{x=<img src=y onerror=${run}>}{x}$`,
  (run) => `$\\includegraphics[alt=x]{javascript:${run}}$`,
  (run) => `$\\text{<img src=x onerror=${run}>}$`,
  (run) => `{{constructor.constructor('${run}')()}}`,
  (run) => `\${${run}}`,
  (run) => `';${run};'`,
  (run) => `");${run};("`,
];

/** Ways to hide a script from a filter. */
const DISGUISES: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `"'></title></textarea></style></script>-->${payload}`,
  (payload) => payload.replace(/javascript:/gi, 'jAvA\tscript:').replace(/onerror/g, 'OnErRoR'),
  (payload) => payload.replace(/</g, '&lt;').replace(/>/g, '&gt;'),
  (payload) => payload.replace(/ /g, '/'),
  (payload) => payload.replace(/javascript:/g, 'java&#x0A;script&colon;').replace(/\(/g, '&#40;'),
  (payload) => `\u0000\u200f${payload}\u202e`,
];

/** About three hundred texts; each calls `HIT` with its number when any script in it runs. */
export const scriptPayloads = (): string[] =>
  DISGUISES.flatMap((disguise, way) =>
    VECTORS.map((vector, index) => disguise(vector(call(way * VECTORS.length + index)))),
  );
