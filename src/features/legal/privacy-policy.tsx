import type { ReactNode } from 'react'
import { site } from '#shared/site.ts'
import { LegalPage, type LegalSection } from './legal-page.tsx'

export function PrivacyPolicy({ children }: { children?: ReactNode }) {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="A gift card code is as good as cash. This is how we guard it, and you."
      sections={privacySections}
    >
      {children}
    </LegalPage>
  )
}

const privacySections: readonly LegalSection[] = [
  {
    id: 'what-we-collect',
    title: 'What we collect',
    blocks: [
      'We ask only for what an exchange needs:',
      [
        'Your account: name, email address, phone number, password and, if you add it, a postal address. The password is never stored, only a one-way hash of it that nobody can read back.',
        'Your cards: brand, value, condition, card number, security code, expiry date, notes and the photos or PDF files you upload.',
        'Your payouts: the method you choose and its details, such as a PayPal email, or an account and routing number.',
        'Your messages to support, and the photos or PDF files you attach to them.',
        'Your visit: while you are here, your IP address, the name your browser gives itself, which of our pages you are on and, if you are signed in, your name.',
        'Your sign-ins: the name your browser gives itself, and when it was last used, so that you can end those you do not know.',
      ],
      'Of a visit nothing but a count stays: how often each page was looked at in each hour. The rest is kept in memory, is gone five minutes after you leave at the latest, and is never written down. If your browser asks not to be tracked (Do Not Track or Global Privacy Control), or you have declined measuring, your visit is not counted at all.',
      'You can look at rates and get a quote without an account and without giving us any of this.',
    ],
  },
  {
    id: 'how-we-use-it',
    title: 'How we use it',
    blocks: [
      [
        'To check a card, pay you and show you the status of your order.',
        'To answer you and to tell you when something about an order changes.',
        'To see how busy the site is, and which pages help people.',
        'To stop fraud, such as a stolen card or the same card sold twice.',
        'To keep the records the law asks of us.',
      ],
      'We do not sell your data, and we do not use your cards, photos or payout details for anything but your order.',
    ],
  },
  {
    id: 'how-we-protect-it',
    title: 'How we protect it',
    blocks: [
      'Card numbers, security codes, expiry dates, notes, payout details, photos, and messages to support with their attachments are encrypted one by one before they are stored, with keys that are kept apart from the data. Lists show at most the last 4 characters of a number.',
      'A member of staff who needs to see a card or account number in full reveals one field at a time. Who did that, when and which field is written to a log first, every time.',
      'Data travels between your browser and us over an encrypted connection. Emails from us never hold a card number, a code or an account number.',
    ],
  },
  {
    id: 'how-long-we-keep-it',
    title: 'How long we keep it',
    blocks: [
      [
        'Security codes are erased within seconds after an order is completed, rejected or failed.',
        'Card numbers (but for their last 4 characters), expiry dates, notes and photos are removed at the latest 30 days after that; those of Visa, Mastercard, American Express and Vanilla cards together with the security code. An order that is still open keeps them.',
        'What stays of a card is its last 4 characters and a checksum that nobody can read the number from, so that no card is sold twice.',
        'The record of the order itself, such as brand, value, payout and status, stays so that you can see your history and we can keep our books.',
        'Saved payment methods stay until you remove them in your account settings.',
        'Of an email we sent, we keep to whom and when it went, and not its text. A link to set a new password works once and for 20 minutes.',
        'Messages to support and their attachments stay, encrypted, until you delete your account.',
        'Files you uploaded and never submitted or sent are removed by themselves.',
      ],
    ],
  },
  {
    id: 'who-sees-it',
    title: 'Who sees it',
    blocks: [
      'Our staff: those who review orders see cards and their photos, those who answer support see messages and what is attached to them. The payment provider you choose gets what it needs to pay you. A card brand or issuer may see a card number when we check its balance. Authorities get data only when the law obliges us.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies and your browser',
    blocks: [
      'We set two cookies that scripts cannot read. One keeps you signed in, and signing out ends it on our side too. The other lets us know a browser you have signed in from, so that nobody can lock you out by guessing your password; it opens nothing, and ends half a year after you last signed in, or with your account.',
      'In its own storage your browser keeps, for this site alone:',
      [
        'A list of your orders, without card numbers or payout details, so that you can see them when you are offline.',
        'The brand, condition, value, quote and method of an exchange you have begun, for 24 hours. Never a card number, a code or a photo.',
        'A message to support that you have not sent yet.',
        'A random number for your visit. It belongs to one tab and goes with it, so that no visit leads to the next.',
        'Your choice of a light or dark look and, where we ask for it, your answer about measuring.',
      ],
      'Signing out clears the orders, the exchange and the message.',
      'Where we measure visits or advertising with the help of others, their scripts run only after you accept, in a closed frame that cannot see the page, and never while you enter card details. They are told the brand, value and payout of a quote or an order, and its reference, and see your IP address as every site does.',
    ],
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    blocks: [
      'You can change your email, phone and address, remove payment methods and delete your account in your account settings.',
      'Deleting the account removes your profile, your payment methods, your messages to support with the attachments of both sides, and what you uploaded, as soon as no order of yours is pending or processing. Finished orders stay in our books without your name, email, phone, card numbers or photos.',
      'Write to us to get a copy of your data or to have it corrected. We may have to keep what the law requires, and tell you when that is so.',
      `We answer privacy inquiries within 24 hours at ${site.supportEmail}.`,
    ],
  },
  {
    id: 'children',
    title: 'Children',
    blocks: ['The service is for people aged 18 and over. We do not knowingly collect data of anyone younger.'],
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    blocks: [
      'When we change this policy we publish it here with a new date. When a change matters to your data, we write to you before it takes effect.',
    ],
  },
]
