import type { ReactNode } from 'react'
import { useSite } from '#client/lib/site-settings.ts'
import type { PublicSite } from '#shared/site-settings.ts'
import { LegalPage } from './legal-page.tsx'

export function PrivacyPolicy({ children }: { children?: ReactNode }) {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="A gift card code is as good as cash. This is how we protect it, and you."
      sections={privacySections(useSite())}
    >
      {children}
    </LegalPage>
  )
}

const appealKept =
  'While you appeal a decision, we keep what is left of the card until we answer, but never its security code. What you write and send with an appeal is erased within 30 days after the answer.'

function cardDataKept(keptFor: string | undefined) {
  if (!keptFor)
    return [
      'We erase security codes within seconds after an order is completed, rejected or failed.',
      'We erase card numbers (except the last 4 characters), expiry dates, notes and photos within 30 days after that; for Visa, Mastercard, American Express and Vanilla cards together with the security code. An open order keeps them.',
      appealKept,
    ]
  return [
    'We erase security codes within seconds after an order is rejected or failed.',
    `After an order is completed and paid, we keep the number and code of the card encrypted until the card has been used, and for at most ${keptFor}. Then we erase the code, the number (except the last 4 characters), the expiry date and notes. This applies to orders made since we changed it, and also after you delete your account.`,
    'We erase photos within 30 days after an order is completed, rejected or failed, and the number of a rejected or failed order too. For Visa, Mastercard, American Express and Vanilla cards we erase all of this within seconds. An open order keeps it.',
    appealKept,
  ]
}

const privacySections = ({ supportEmail, keptFor }: PublicSite) => [
  {
    id: 'what-we-collect',
    title: 'What we collect',
    blocks: [
      'We ask only for what an exchange needs:',
      [
        "Your account: name, email address, phone number, password and, if you add it, a postal address. We never store the password, only a one-way hash that can't be turned back into it.",
        'Your cards: brand, value, condition, card number, security code, expiry date, notes and the photos or PDF files you upload.',
        'Your payouts: the method you choose and its details, such as a PayPal email, or an account and routing number.',
        'Your messages to support, and the photos or PDF files you attach to them.',
        'Your visit: while you are here, your IP address, your browser type, the page you are on and, if you are signed in, your name.',
        "Your sign-ins: your browser type and when it was last used, so you can end sign-ins you don't recognize.",
      ],
      "We keep only page counts. Everything else about your visit stays in memory and is deleted within five minutes. If your browser asks not to be tracked (Do Not Track or Global Privacy Control) or you declined analytics, we don't count your visit at all.",
      'You can see rates and get a quote without an account and without giving us any of this.',
    ],
  },
  {
    id: 'how-we-use-it',
    title: 'How we use it',
    blocks: [
      [
        'To check a card, pay you and show you the status of your order.',
        'To answer you and to email you when your order changes.',
        'To see how busy the site is, and which pages help people.',
        'To stop fraud, such as a stolen card or the same card sold twice.',
        'To keep the records the law requires.',
      ],
      "We don't sell your data, and we use your cards, photos and payout details only for your order.",
    ],
  },
  {
    id: 'how-we-protect-it',
    title: 'How we protect it',
    blocks: [
      'Card numbers, security codes, expiry dates, notes, payout details, photos, and messages to support with their attachments are encrypted one by one before we store them, with keys kept apart from the data. Lists show at most the last 4 characters of a number.',
      'A staff member who needs a full card or account number reveals one field at a time. Each time, we first log who did it, when and which field.',
      'Data travels between your browser and us over an encrypted connection. Our emails never contain a card number, a code or an account number.',
    ],
  },
  {
    id: 'how-long-we-keep-it',
    title: 'How long we keep it',
    blocks: [
      [
        ...cardDataKept(keptFor),
        "We keep the card's last 4 characters and a checksum that doesn't reveal the number, so no card is sold twice.",
        'We keep the record of the order, such as brand, value, payout and status, for your history and our books.',
        'The bank statements in our books name people whom we paid. We erase what they say about you when you delete your account, and in any case after a set time.',
        'Saved payment methods stay until you remove them in your account settings.',
        'For emails, we keep the recipient and the time, not the text. A link to set a new password works once and expires in 20 minutes.',
        'Messages to support and their attachments stay, encrypted, until you delete your account.',
        'Files that you uploaded but never submitted or sent are deleted automatically.',
      ],
    ],
  },
  {
    id: 'who-sees-it',
    title: 'Who sees it',
    blocks: [
      'Our staff: reviewers see cards and their photos, support sees messages and their attachments. The payment provider you choose gets what it needs to pay you. A card brand or issuer may see a card number when we check its balance. Authorities get data only when the law requires it.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies and your browser',
    blocks: [
      "We set two cookies that scripts can't read. One keeps you signed in, and signing out ends it on our side too. The other marks a browser that you have signed in from, so others can't lock you out by guessing your password; it can't be used to sign in, and ends six months after you last signed in, or with your account.",
      'Your browser stores, for this site only:',
      [
        'A list of your orders, without card numbers or payout details, so you can still see them if your connection drops.',
        'The brand, condition, value, quote and method of an exchange you have begun, for 24 hours. Never a card number, a code or a photo.',
        'A message to support that you have not sent yet.',
        "A random number for your visit. It belongs to one tab and is deleted with it, so visits can't be linked.",
        'One page for when you are offline. It contains nothing about you.',
        'Your light or dark theme and, where we ask for it, your analytics choice.',
      ],
      'Signing out clears the orders, the exchange and the message.',
      "Scripts of analytics and advertising partners run only after you accept, in a closed frame that can't see the page, and never while you enter card details. They get the brand, value and payout of a quote or an order, and its reference, and see your IP address as every site does.",
    ],
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    blocks: [
      'You can change your email, phone and address, remove payment methods and delete your account in your account settings.',
      `Deleting the account removes your profile, your payment methods, your messages to support with the attachments of both sides, and what you uploaded, as soon as no order of yours is pending or processing. Finished orders stay in our books without your name, email, phone, card numbers or photos${keptFor ? '; the number and code of a card that we have bought and not used yet are erased as said above' : ''}.`,
      'Our log of what was done on this site can never be changed. It holds no names; entries from before we stopped writing such words into it may have what a member of staff typed about a payment.',
      'Email us to get a copy of your data or to have it corrected. If the law requires us to keep something, we tell you.',
      `We answer privacy inquiries within 24 hours at ${supportEmail}.`,
    ],
  },
  {
    id: 'children',
    title: 'Children',
    blocks: ["The service is for people aged 18 and over. We don't knowingly collect data of anyone younger."],
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    blocks: [
      'When we change this policy we publish it here with a new date. When a change matters to your data, we email you before it takes effect.',
    ],
  },
]
