import { type PaletteName, palette, tones } from '../mail/mail-colors.ts'

const sans = "'Hanken Grotesk',system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
const mono = "'Geist Mono',ui-monospace,'SF Mono',Menlo,Consolas,'Liberation Mono',monospace"
const names = Object.keys(palette) as PaletteName[]
const colours = (theme: 0 | 1) =>
  [
    ...names.map((name) => `--${name}:${palette[name][theme]}`),
    `--tag:${tones.info.ink[theme]}`,
    `--tag-back:${tones.info.back[theme]}`,
  ].join(';')

/** The style of the API reference: the site's colours in light and dark, without external resources. */
export const docsStyle = `
:root{color-scheme:light dark;${colours(0)}}
@media (prefers-color-scheme:dark){:root{${colours(1)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:400 16px/1.5 ${sans};overflow-wrap:anywhere}
main,header{max-width:60rem;margin:0 auto;padding:0 clamp(16px,4vw,32px)}
header{padding-block:32px 8px}
main{padding-bottom:96px}
h1{margin:0 0 8px;font-size:clamp(1.75rem,1.35rem + 1.6vw,2.25rem);line-height:1.1;letter-spacing:-.018em}
h2{margin:48px 0 12px;font-size:1.5rem;line-height:1.15;letter-spacing:-.015em}
h3{margin:0;font-size:1.125rem;line-height:1.3}
h4{margin:20px 0 4px;font-size:.875rem;color:var(--muted)}
p{margin:8px 0;max-width:66ch}
a{color:inherit;text-underline-offset:.18em}
a:hover{color:var(--brand)}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
nav ul{display:flex;flex-wrap:wrap;gap:0 20px;margin:16px 0 0;padding:0;list-style:none}
nav a{display:inline-block;padding:10px 0}
code,pre,.path{font-family:${mono};font-size:.875rem}
code{padding:1px 4px;border-radius:4px;background:var(--sunken)}
pre{margin:8px 0 0;padding:12px 16px;border:1px solid var(--line);border-radius:6px;background:var(--sunken);overflow-x:auto;overflow-wrap:normal}
article{padding:20px 0;border-top:1px solid var(--line)}
.path{display:block;margin-top:6px;font-weight:500}
.path b{display:inline-block;margin-right:8px;padding:2px 8px;border-radius:999px;background:var(--tag-back);color:var(--tag);font-size:.8125rem}
.muted{color:var(--muted);font-size:.875rem}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:.875rem}
caption{padding:16px 0 4px;color:var(--muted);font-weight:600;text-align:left}
th,td{padding:6px 12px 6px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
thead th{color:var(--muted);font-weight:500}
tbody th{font-weight:500}
details{margin-top:12px}
summary{padding:10px 0;color:var(--brand);font-weight:600;cursor:pointer}
`
