import { site } from '#shared/site.ts'
import { type Html, html } from './html-text.ts'
import type { MailMessage, MailReceipt, ReceiptLine } from './mail-message.ts'
import { look, styleSheet, toneLook } from './mail-styles.ts'

/** Padding after the preview text: mail clients would otherwise continue it with the body. */
const filler = '\u034f\u00a0'.repeat(80)

const columns = html`role="presentation" width="100%" cellpadding="0" cellspacing="0"`

/** Renders the HTML part for old mail clients: tables for columns, styles in attributes, no images. */
export function renderHtml(message: MailMessage): string {
  const { subject, preview, heading, status, paragraphs, quotation, receipt, button, notes } = message
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${styleSheet}</style>
</head>
<body ${look('paper')}>
<div style="display:none;max-height:0;overflow:hidden">${preview}${filler}</div>
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto">
<tr><td ${look('masthead')}>${site.brandName}</td></tr>
<tr><td ${look('sheet')}>
<h1 ${look('heading')}>${heading}</h1>
${status && html`<span ${toneLook(status.tone)}>${status.name}</span>`}
${paragraphs.map((text) => html`<p ${look('text')}>${text}</p>\n`)}
${quotation === undefined ? undefined : html`<blockquote ${look('quotation')}>${quotation}</blockquote>`}
${receipt && receiptHtml(receipt)}
<div style="margin:28px 0 0"><a href="${button.url}" ${look('button')}>${button.label}</a></div>
${notes.map((text) => html`<p ${look('note')}>${text}</p>\n`)}
</td></tr>
<tr><td ${look('footer')}>${site.brandName}. ${site.tagline}.<br>
<a href="mailto:${site.supportEmail}" ${look('link')}>${site.supportEmail}</a></td></tr>
</table>
</body>
</html>
`.source
}

function receiptHtml({ reference, lines, payout, isVoid }: MailReceipt): Html {
  return html`<div ${look('receipt')}>
<div ${look('reference')}>${reference}</div>
${lines.map(lineHtml)}
<table ${columns}><tr><td ${look('payoutLabel')}>${payout.label}</td>
<td align="right" ${look(isVoid ? 'voidPayout' : 'payout')}>${payout.value}</td></tr></table>
</div>`
}

/** Label, dotted leader, value. Each line is its own table, so that the leader fills the gap. */
function lineHtml({ label, value }: ReceiptLine): Html {
  return html`<table ${columns}><tr><td ${look('label')}>${label}</td>
<td aria-hidden="true" style="width:99%;padding:0 8px 9px;vertical-align:bottom"><div ${look('dots')}>&nbsp;</div></td>
<td align="right" ${look('value')}>${value}</td></tr></table>
`
}
