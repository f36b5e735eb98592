import { isTimeZone } from './business-day.ts'
import { EMAIL_MAX_LENGTH, isEmail } from './email.ts'
import type { SiteValues } from './site-settings.ts'
import { textFault } from './text-messages.ts'

export const siteLimits = { brandName: 60, companyLine: 300, claims: 3, figure: 16, words: 40, note: 200 } as const

export const siteMessages = {
  brandName: 'Enter a name of 1 to 60 characters.',
  /** The name is part of the From header of e-mails, where these characters are syntax. */
  brandCharacters: 'The name cannot have the characters < > " or \\.',
  supportEmail: 'Enter an email address like support@shop.example.',
  companyLine: 'Use at most 300 characters.',
  claims: 'Enter at most 3 claims, each with a figure and words.',
  figure: 'Enter a figure of 1 to 16 characters.',
  words: 'Enter words of 1 to 40 characters.',
  timeZone: 'Choose a time zone, such as America/New_York.',
  note: 'Use at most 200 characters.',
  conflict: 'Somebody has changed the site since you began. Look at the new values, then save again.',
  same: 'Nothing has changed.',
} as const

/** A client of a release before the time zone gives none. */
export type GivenSite = Omit<SiteValues, 'timeZone'> & { timeZone?: string | undefined }

/** What is wrong with clean values, by field: 'brandName', 'claims.0.figure'. */
export function siteProblems({ brandName, supportEmail, companyLine, claims, timeZone }: GivenSite) {
  return [
    ...fault('brandName', brandName, siteLimits.brandName, siteMessages.brandName),
    ...(/[<>"\\]/.test(brandName) ? [{ field: 'brandName', message: siteMessages.brandCharacters }] : []),
    ...(isEmail(supportEmail) && supportEmail.length <= EMAIL_MAX_LENGTH
      ? []
      : [{ field: 'supportEmail', message: siteMessages.supportEmail }]),
    ...(companyLine === '' ? [] : fault('companyLine', companyLine, siteLimits.companyLine, siteMessages.companyLine)),
    ...claims.flatMap(({ figure, words }, at) => [
      ...fault(`claims.${at}.figure`, figure, siteLimits.figure, siteMessages.figure),
      ...fault(`claims.${at}.words`, words, siteLimits.words, siteMessages.words),
    ]),
    ...(timeZone === undefined || isTimeZone(timeZone) ? [] : [{ field: 'timeZone', message: siteMessages.timeZone }]),
  ]
}

function fault(field: string, text: string, max: number, message: string) {
  if (text === '' || text.length > max) return [{ field, message }]
  const refused = textFault('line', text, max)
  return refused === undefined ? [] : [{ field, message: refused }]
}
