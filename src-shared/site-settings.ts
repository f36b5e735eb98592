/** A figure on the home page that the operator answers for, such as '$2M+' 'payouts'. */
type SiteClaim = { figure: string; words: string }

export type SiteValues = {
  brandName: string
  supportEmail: string
  /** Who operates the site, as a line in the footer; '' for none. */
  companyLine: string
  claims: SiteClaim[]
  /** IANA. */
  timeZone: string
}

/** The values that apply. `version` grows with each change of them or of the rules about custody. */
export type PublicSite = SiteValues & { version: number; keptFor?: string | undefined }

/** The values of version 0. Its company line is COMPANY_LINE, its time zone that of the server at the first start. */
export const siteDefaults: SiteValues = {
  brandName: 'Gift Card Exchange',
  supportEmail: 'support@giftcardexchange.example',
  companyLine: '',
  claims: [
    { figure: '$2M+', words: 'payouts' },
    { figure: '50,000+', words: 'customers' },
    { figure: 'under 1 hour', words: 'average payout' },
  ],
  timeZone: 'UTC',
}
