// Starts Swagger UI in the page of `src-server/web/rest/docs-routes.ts`.

const dark = matchMedia('(prefers-color-scheme: dark)')
const showTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', showTheme)
showTheme()

let dialog
function useDialog(element) {
  // Closing returns the focus.
  if (!element) return dialog.close()
  dialog = element
  dialog.querySelector('.close-modal').setAttribute('aria-label', 'Close')
  dialog.showModal()
}

/** Its table claims to be a region, of which each needs another name. */
function useResponses(element) {
  element?.querySelector('table[role="region"]')?.removeAttribute('role')
}

/** Adds what assistive technology needs: landmarks, headings of all levels, a real dialog, no button in a button. */
const accessible = ({ React: { createElement }, getSystem }) => {
  const within = (tag, attributes) => (Original) => (props) =>
    createElement(tag, attributes, createElement(Original, props))
  const titled = (title) => (Original) => (props) =>
    createElement(
      'section',
      { 'aria-label': title },
      createElement('h2', { className: 'visually-hidden' }, title),
      createElement(Original, props),
    )
  const dialogAttributes = {
    'aria-label': 'Available authorizations',
    ref: useDialog,
    onCancel: () => getSystem().authActions.showDefinitions(false),
  }
  return {
    components: {
      // There is one server, and its choice has no label.
      ServersContainer: () => null,
      DeepLink: ({ text }) => createElement('span', null, text),
      CopyToClipboardBtn: () => null,
    },
    wrapComponents: {
      InfoContainer: within('header', { role: 'banner' }),
      AuthorizeBtnContainer: titled('Authorization'),
      authorizationPopup: within('dialog', dialogAttributes),
      // A page cannot set cookies of other pages, so there is nothing to fill in.
      auths: (Auths) => (props) => {
        const scheme = props.definitions.first()
        const isCookie = scheme.get('in') === 'cookie'
        return isCookie
          ? createElement('p', { className: 'auth-container' }, scheme.get('description'))
          : createElement(Auths, props)
      },
      operations: titled('Calls'),
      TextArea: (TextArea) => (props) => createElement(TextArea, { 'aria-label': 'Request body', ...props }),
      responses: within('div', { ref: useResponses }),
    },
  }
}

SwaggerUIBundle({
  dom_id: '#reference',
  url: new URL('openapi.json', location.href).href,
  plugins: [accessible],
  deepLinking: true,
  // With 150 entries at once Swagger UI keeps only those in view in the page, where a search does not find the others.
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  // The only theme whose colours have enough contrast for JSON, on both backgrounds.
  syntaxHighlight: { theme: 'arta' },
})
