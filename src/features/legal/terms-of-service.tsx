import { lastUpdated } from './last-updated.ts'
import { LegalPage } from './legal-page.tsx'
import { termsSections } from './terms-sections.ts'

/** The deal between a seller and us. */
export function TermsOfService() {
  return (
    <LegalPage
      title="Terms of Service"
      lead="What you promise when you sell us a card, and what we promise back."
      updated={lastUpdated}
      sections={termsSections}
    />
  )
}
