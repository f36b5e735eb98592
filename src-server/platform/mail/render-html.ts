import { site } from '#shared/site.ts'
import type { SiteValues } from '#shared/site-settings.ts'
import { html } from './html-text.ts'
import type { MailMessage, MailReceipt, ReceiptLine } from './mail-parts.ts'
import { styleOf, styleSheet, toneStyle } from './mail-styles.ts'

/** Padding after the preview text: mail clients would otherwise continue it with the body. */
const filler = '\u034f\u00a0'.repeat(80)

const columns = html`role="presentation" width="100%" cellpadding="0" cellspacing="0"`

/** Renders the HTML part for old mail clients: tables for columns, styles in attributes, no images. */
export function renderHtml(message: MailMessage, { brandName, supportEmail }: SiteValues): string {
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
<body ${styleOf('paper')}>
<div style="display:none;max-height:0;overflow:hidden">${preview}${filler}</div>
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto">
<tr><td ${styleOf('masthead')}>${brandName}</td></tr>
<tr><td ${styleOf('sheet')}>
<h1 ${styleOf('heading')}>${heading}</h1>
${status && html`<span ${toneStyle(status.tone)}>${status.name}</span>`}
${paragraphs.map((text) => html`<p ${styleOf('text')}>${text}</p>\n`)}
${quotation === undefined ? undefined : html`<blockquote ${styleOf('quotation')}>${quotation}</blockquote>`}
${receipt && receiptHtml(receipt)}
<div style="margin:28px 0 0"><a href="${button.url}" ${styleOf('button')}>${button.label}</a></div>
${notes.map((text) => html`<p ${styleOf('note')}>${text}</p>\n`)}
</td></tr>
<tr><td ${styleOf('footer')}>${brandName}. ${site.tagline}.<br>
<a href="mailto:${supportEmail}" ${styleOf('link')}>${supportEmail}</a></td></tr>
</table>
</body>
</html>
`.source
}

function receiptHtml({ reference, lines, payout, isVoid }: MailReceipt) {
  return html`<div ${styleOf('receipt')}>
<div ${styleOf('reference')}>${reference}</div>
${lines.map(lineHtml)}
<table ${columns}><tr><td ${styleOf('payoutLabel')}>${payout.label}</td>
<td align="right" ${styleOf(isVoid ? 'voidPayout' : 'payout')}>${payout.value}</td></tr></table>
</div>`
}

/** Label, dotted leader, value. Each line is its own table, so that the leader fills the gap. */
function lineHtml({ label, value }: ReceiptLine) {
  return html`<table ${columns}><tr><td ${styleOf('label')}>${label}</td>
<td aria-hidden="true" style="width:99%;padding:0 8px 9px;vertical-align:bottom"><div ${styleOf('dots')}>&nbsp;</div></td>
<td align="right" ${styleOf('value')}>${value}</td></tr></table>
`
}
