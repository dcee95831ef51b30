const parseTable = (rows: string): Record<string, string> => {
  const entries = rows
    .trim()
    .split(/\s+/)
    .map((cell): [string, string] => {
      const [char = ''] = cell;
      const symbol = String.fromCodePoint(cell.codePointAt(0) ?? 0);
      return [symbol, cell.slice(symbol.length) || char];
    });
  return Object.fromEntries(entries);
};

/** Greek and other letters, by character. */
export const LETTERS = parseTable(String.raw`
α\alpha β\beta γ\gamma δ\delta ε\varepsilon ϵ\epsilon ζ\zeta η\eta θ\theta ϑ\vartheta ι\iota κ\kappa ϰ\varkappa λ\lambda
μ\mu µ\mu ν\nu ξ\xi π\pi ϖ\varpi ρ\rho ϱ\varrho σ\sigma ς\varsigma τ\tau υ\upsilon φ\varphi ϕ\phi χ\chi ψ\psi ω\omega
Γ\Gamma Δ\Delta Θ\Theta Λ\Lambda Ξ\Xi Π\Pi Σ\Sigma Υ\Upsilon Φ\Phi Ψ\Psi Ω\Omega Ω\Omega
ℏ\hbar ħ\hbar ℓ\ell ℘\wp ℑ\Im ℜ\Re ℵ\aleph ℶ\beth ı\imath ȷ\jmath ∂\partial ∇\nabla ∞\infty ∅\emptyset ∆\Delta ℧\mho
`);

/** Operators, relations, arrows, delimiters and accents written as text, by character. */
export const OPERATORS: Record<string, string> = {
  // CJK and technical angle brackets are used as mathematical ones.
  '\u3008': '\\langle',
  '\u3009': '\\rangle',
  '\u2329': '\\langle',
  '\u232a': '\\rangle',
  ...parseTable(String.raw`
±\pm ∓\mp ×\times ÷\div ·\cdot ⋅\cdot ∗\ast ∘\circ •\bullet ∙\bullet ⋆\star ⊕\oplus ⊖\ominus ⊗\otimes ⊘\oslash ⊙\odot
†\dagger ‡\ddagger ∩\cap ∪\cup ⊎\uplus ⊓\sqcap ⊔\sqcup ∨\vee ∧\wedge ∖\setminus ≀\wr ⊞\boxplus ⊟\boxminus ⊠\boxtimes ⊡\boxdot
≤\leq ≥\geq ⩽\leqslant ⩾\geqslant ≪\ll ≫\gg ≠\neq ≡\equiv ≢\not\equiv ∼\sim ≃\simeq ≅\cong ≈\approx ≉\not\approx ≍\asymp ≐\doteq
∝\propto ⊥\perp ⟂\perp ∥\parallel ∦\nparallel ∣\mid ∤\nmid ⊢\vdash ⊣\dashv ⊨\models ⊩\Vdash ≺\prec ≻\succ ⪯\preceq ⪰\succeq
⊂\subset ⊃\supset ⊆\subseteq ⊇\supseteq ⊄\not\subset ⊈\nsubseteq ⊊\subsetneq ⊋\supsetneq ⊏\sqsubset ⊐\sqsupset ⊑\sqsubseteq ⊒\sqsupseteq
∈\in ∉\notin ∋\ni ∌\not\ni ∃\exists ∄\nexists ∀\forall ¬\neg ⊤\top ∠\angle ∡\measuredangle ∢\sphericalangle △\triangle ▵\triangle
▽\triangledown □\square ◻\square ■\blacksquare ◊\lozenge ⋄\diamond ▲\blacktriangle ◁\triangleleft ▷\triangleright ⊲\vartriangleleft ⊳\vartriangleright
⊴\trianglelefteq ⊵\trianglerighteq ♯\sharp ♭\flat ♮\natural ♠\spadesuit ♡\heartsuit ♢\diamondsuit ♣\clubsuit ⋈\bowtie
←\leftarrow →\rightarrow ↔\leftrightarrow ↑\uparrow ↓\downarrow ↕\updownarrow ⇐\Leftarrow ⇒\Rightarrow ⇔\Leftrightarrow ⇑\Uparrow ⇓\Downarrow
⟵\longleftarrow ⟶\longrightarrow ⟷\longleftrightarrow ⟸\Longleftarrow ⟹\Longrightarrow ⟺\Longleftrightarrow ↦\mapsto ⟼\longmapsto
↗\nearrow ↘\searrow ↙\swarrow ↖\nwarrow ↪\hookrightarrow ↩\hookleftarrow ⇀\rightharpoonup ⇁\rightharpoondown ⇌\rightleftharpoons ⇋\leftrightharpoons
↠\twoheadrightarrow ⇝\rightsquigarrow ↛\nrightarrow ↚\nleftarrow ⇏\nRightarrow ⇉\rightrightarrows ↺\circlearrowleft ↻\circlearrowright
∑\sum ∏\prod ∐\coprod ∫\int ∬\iint ∭\iiint ∮\oint ⋃\bigcup ⋂\bigcap ⨆\bigsqcup ⋁\bigvee ⋀\bigwedge ⨁\bigoplus ⨂\bigotimes ⨀\bigodot ⨄\biguplus
√\surd …\ldots ⋯\cdots ⋮\vdots ⋱\ddots ∴\therefore ∵\because ′' ″'' ‴''' ‵\backprime −- ‐- – - ∶: ≔:= ≕=: ∕/ ⁄/ ⁡ ⁢ ⁣ ⁤
⟨\langle ⟩\rangle ⌊\lfloor ⌋\rfloor ⌈\lceil ⌉\rceil ‖\| ∥\| ⟦\llbracket ⟧\rrbracket
{\{ }\} %\% #\# &\& _\_ $\$ \\backslash ~\sim ^\hat{} °{}^{\circ} §\S ¶\P £\pounds €\text{€}
`),
};

/** Accents over a base: the command for one letter and the wide form for more. */
export const ACCENTS_OVER: Record<string, readonly [string, string]> = {
  '¯': ['\\bar', '\\overline'],
  '‾': ['\\bar', '\\overline'],
  '\u0304': ['\\bar', '\\overline'],
  '\u0305': ['\\bar', '\\overline'],
  _: ['\\bar', '\\overline'],
  '^': ['\\hat', '\\widehat'],
  ˆ: ['\\hat', '\\widehat'],
  '\u0302': ['\\hat', '\\widehat'],
  '~': ['\\tilde', '\\widetilde'],
  '˜': ['\\tilde', '\\widetilde'],
  '\u0303': ['\\tilde', '\\widetilde'],
  '∼': ['\\tilde', '\\widetilde'],
  '→': ['\\vec', '\\overrightarrow'],
  '⃗': ['\\vec', '\\overrightarrow'],
  '⇀': ['\\vec', '\\overrightarrow'],
  '←': ['\\overleftarrow', '\\overleftarrow'],
  '˙': ['\\dot', '\\dot'],
  '\u0307': ['\\dot', '\\dot'],
  '.': ['\\dot', '\\dot'],
  '¨': ['\\ddot', '\\ddot'],
  '\u0308': ['\\ddot', '\\ddot'],
  '˘': ['\\breve', '\\breve'],
  ˇ: ['\\check', '\\check'],
  '´': ['\\acute', '\\acute'],
  '`': ['\\grave', '\\grave'],
  '˚': ['\\mathring', '\\mathring'],
  '⏞': ['\\overbrace', '\\overbrace'],
  '︷': ['\\overbrace', '\\overbrace'],
};

export const ACCENTS_UNDER: Record<string, string> = {
  _: '\\underline',
  '¯': '\\underline',
  '‾': '\\underline',
  '\u0332': '\\underline',
  '⏟': '\\underbrace',
  '︸': '\\underbrace',
};

/** Function names with a LaTeX command of their own. */
export const FUNCTIONS = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);

/** Operators with limits above and below. */
export const LARGE_OPERATORS = new Set([...'∑∏∐⋃⋂⨆⋁⋀⨁⨂⨀⨄']);
export const INTEGRALS = new Set([...'∫∬∭∮']);
export const RELATIONS = new Set([...'=<>≤≥⩽⩾≪≫≠≡∼≃≅≈∝⊂⊃⊆⊇∈∉∋→←↔⇒⇐⇔↦⟶⟵⟹⟺∣⊥∥≺≻⪯⪰⊢⊨≔']);
export const BINARY_OPERATORS = new Set([...'+-−±∓×÷·⋅∗∘⊕⊗∩∪∨∧∖*']);

/** Letter styles by the name of `mathvariant`. */
export const VARIANTS: Record<string, string> = {
  bold: '\\mathbf',
  'bold-italic': '\\boldsymbol',
  'double-struck': '\\mathbb',
  script: '\\mathcal',
  'bold-script': '\\mathcal',
  fraktur: '\\mathfrak',
  'bold-fraktur': '\\mathfrak',
  'sans-serif': '\\mathsf',
  'bold-sans-serif': '\\mathsf',
  'sans-serif-italic': '\\mathsf',
  monospace: '\\mathtt',
};

/** Styles of the mathematical alphabets (Unicode block U+1D400), as ranges of code points. */
const ALPHABETS: readonly (readonly [number, number, string])[] = [
  [0x1d400, 0x1d433, '\\mathbf'],
  [0x1d434, 0x1d467, ''],
  [0x1d468, 0x1d49b, '\\boldsymbol'],
  [0x1d49c, 0x1d503, '\\mathcal'],
  [0x1d504, 0x1d537, '\\mathfrak'],
  [0x1d538, 0x1d56b, '\\mathbb'],
  [0x1d56c, 0x1d59f, '\\mathfrak'],
  [0x1d5a0, 0x1d66f, '\\mathsf'],
  [0x1d670, 0x1d6a3, '\\mathtt'],
  [0x1d6a8, 0x1d6e1, '\\boldsymbol'],
  [0x1d6e2, 0x1d71b, ''],
  [0x1d71c, 0x1d755, '\\boldsymbol'],
  [0x1d7ce, 0x1d7d7, '\\mathbf'],
  [0x1d7d8, 0x1d7e1, '\\mathbb'],
];
const LETTERLIKE: Record<string, string> = {
  ...Object.fromEntries([...'ℂℍℕℙℚℝℤ'].map((char) => [char, '\\mathbb'])),
  ...Object.fromEntries([...'ℬℰℱℋℐℒℳℛℯℊℴ'].map((char) => [char, '\\mathcal'])),
  ...Object.fromEntries([...'ℭℌℨ'].map((char) => [char, '\\mathfrak'])),
};

/** A letter of a mathematical alphabet as its plain letter and the command of its style. */
export const plainLetter = (char: string): { letter: string; command: string } | undefined => {
  const command = LETTERLIKE[char] ?? styleOfCodePoint(char.codePointAt(0) ?? 0);
  return command === undefined ? undefined : { letter: char.normalize('NFKC'), command };
};

const styleOfCodePoint = (code: number): string | undefined =>
  ALPHABETS.find(([from, to]) => code >= from && code <= to)?.[2];
