// The style of the pages for people. Its hash is in their Content-Security-Policy.
export const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c1b19, #ebe8e1); --dim: light-dark(#67635b, #a39e93);
  --page: light-dark(#f7f5f0, #171614); --card: light-dark(#fff, #211f1c); --line: light-dark(#e2ded4, #37342f); --edge: light-dark(#8c867a, #7a746a);
  --mark: light-dark(#a34a14, #f0a06a); --good: light-dark(#27703f, #7cc492); --bad: light-dark(#a8322a, #ef8a80);
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
a { color: inherit; text-decoration-color: var(--dim); text-underline-offset: .2em; }
a:hover { color: var(--mark); }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; border-radius: 3px; }
.top { display: flex; gap: 2rem; align-items: baseline; padding: 1rem max(1.5rem, 50% - 36.5rem); border-bottom: 1px solid var(--line); }
.name { font-weight: 700; text-decoration: none; }
.top nav { display: flex; gap: 1.25rem; }
.top nav a, aside a { text-decoration: none; color: var(--dim); }
.top nav a:hover, aside a:hover { color: var(--mark); }
.top nav [aria-current] { color: var(--ink); font-weight: 600; }
.frame { display: flex; gap: 3rem; max-width: 76rem; margin: 0 auto; padding: 0 1.5rem; }
aside { flex: 0 0 16rem; position: sticky; top: 0; align-self: flex-start; max-height: 100vh; overflow-y: auto;
  margin-left: -.25rem; padding: 2rem 1rem 2rem .25rem; font-size: .875rem; scrollbar-width: thin; scrollbar-color: var(--line) transparent; }
aside h2, aside .group > summary { font-size: .875rem; font-weight: 600; margin: 0 0 .25rem; }
aside section, aside .group { margin: 0 0 1.1rem; }
aside ul { list-style: none; margin: 0; padding: 0; }
aside li a { display: block; padding: .15rem 0; overflow-wrap: anywhere; }
aside [aria-current] { color: var(--mark); font-weight: 600; }
aside li ul { margin: .1rem 0 .35rem; padding-left: .75rem; border-left: 1px solid var(--line); }
.operations > li > a { font-weight: 600; color: var(--ink); margin-top: .35rem; }
.operations > li > ul { border: 0; padding: 0; font-family: var(--mono); font-size: .75rem; }
.operations b { font-weight: 700; color: var(--mark); }
.contents, .group { border: 0; padding: 0; }
.contents > summary { border: 1px solid var(--line); border-radius: 8px; padding: .5rem .75rem; background: var(--card); }
@supports selector(::details-content) { @media (min-width: 52.01rem) {
  .contents > summary { display: none; } .contents::details-content { content-visibility: visible; block-size: auto; }
} }
search form { display: flex; gap: .4rem; margin: 0 0 1.25rem; }
search input { flex: 1; min-width: 0; font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: 8px; padding: .4rem .6rem; }
search input::placeholder { color: var(--dim); opacity: 1; }
search button, .copier { font: inherit; font-size: .8125rem; color: var(--ink); background: var(--card); border: 1px solid var(--edge);
  border-radius: 8px; padding: .4rem .6rem; cursor: pointer; }
search button:hover, .copier:hover { color: var(--mark); border-color: var(--mark); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -999rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem .75rem; z-index: 2; }
main { flex: 1 1 0; min-width: 0; max-width: 52rem; padding: 2rem 0 6rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .75rem; }
h2 { font-size: 1.3rem; margin: 3rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; }
h4 { font-size: .875rem; margin: 1.25rem 0 .4rem; }
h2 a, h3 a { text-decoration: none; }
p { margin: 0 0 .75rem; overflow-wrap: break-word; }
.dim, .note { color: var(--dim); }
.note { font-size: .875rem; }
code, pre { font-family: var(--mono); font-size: .85em; }
p code, dd code, td code, li code { background: light-dark(#ece8de, #2d2a26); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere; }
pre { background: light-dark(#efece4, #1c1a18); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem;
  margin: 0 0 .75rem; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; font-size: .8125rem; line-height: 1.5; }
pre > code, li pre > code { font-size: 1em; background: none; padding: 0; }
.code { position: relative; } .code pre { padding-right: 4.5rem; }
.copier { position: absolute; top: .4rem; right: .4rem; font-size: .75rem; padding: .2rem .5rem; }
.cards { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .6rem; }
.cards li { position: relative; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .75rem 1rem; font-size: .875rem; }
.cards a { font-weight: 600; font-size: 1rem; text-decoration: none; } .cards a::after { content: ""; position: absolute; inset: 0; }
.cards span { display: block; color: var(--dim); } .cards li:hover { border-color: var(--mark); }
.guide h3 { margin-top: 1.5rem; } .guide li { margin: .2rem 0; } .guide ul, .guide ol { padding-left: 1.4rem; margin: 0 0 .75rem; }
.guide img { display: block; max-width: 100%; height: auto; margin: 0 0 1rem; background: #fff; border-radius: 8px; }
.guide table, table.options { margin: 0 0 1rem; }
blockquote { margin: 0 0 1rem; padding: .1rem 1rem; border-left: 3px solid var(--mark); } blockquote p { margin: .5rem 0; }
.found { padding: 0; list-style: none; } .found li { margin: 0 0 1rem; } .found a { font-weight: 600; } .found small { color: var(--dim); }
.found p { margin: .1rem 0 0; font-size: .875rem; overflow-wrap: anywhere; } mark { background: none; color: var(--mark); font-weight: 600; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem 1.5rem 1rem; margin: 0 0 1.25rem; }
article:target, tr:target { outline: 2px solid var(--mark); }
.address { font-family: var(--mono); font-size: .875rem; margin: 0 0 .75rem; overflow-wrap: anywhere; }
.verb { font-weight: 700; color: var(--mark); margin-right: .5em; }
.fields { margin: 0 0 .75rem; border-top: 1px solid var(--line); }
.fields > div { display: grid; grid-template-columns: minmax(9rem, 14rem) 1fr; gap: 0 1rem; padding: .4rem 0; border-bottom: 1px solid var(--line); }
.fields dt { font-family: var(--mono); font-size: .8125rem; overflow-wrap: anywhere; padding-top: .1rem; }
.fields dt small { display: block; font-family: system-ui, sans-serif; color: var(--dim); }
.fields dd { margin: 0; font-size: .875rem; min-width: 0; }
.kind { color: var(--dim); }
.fields dd .kind { display: block; }
details { border-top: 1px solid var(--line); padding: .5rem 0; }
details + details { margin-top: 0; }
summary { cursor: pointer; font-size: .875rem; font-weight: 600; }
summary span { font-weight: 400; color: var(--dim); }
details[open] > summary { margin-bottom: .5rem; }
.codes { list-style: none; margin: 0; padding: 0; font-size: .875rem; }
.codes li { padding: .2rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th { text-align: left; font-weight: 600; color: var(--dim); }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th[scope=rowgroup] { padding-top: 1.5rem; color: var(--ink); }
table.errors td:has(> a > code) { white-space: nowrap; } table.options code, td > code:only-child { overflow-wrap: break-word; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.state { display: flex; gap: .6rem; align-items: baseline; font-size: 1.1rem; font-weight: 600; margin: 0 0 1.5rem; }
.dot { flex: none; width: .65rem; height: .65rem; border-radius: 50%; background: var(--dim); display: inline-block; }
.dot.good { background: var(--good); } .dot.bad { background: var(--bad); } .dot.fair { background: var(--mark); }
.dot.idle { background: none; border: 2px solid var(--dim); } .dot.unset { background: none; border: 2px dashed var(--dim); }
.networks { display: grid; grid-template-columns: repeat(auto-fill, minmax(15.5rem, 1fr)); gap: .75rem; margin: 0 0 1.25rem; padding: 0; list-style: none; }
.networks li { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .8rem 1.1rem; }
.networks h2 { display: flex; gap: .6rem; align-items: baseline; margin: 0; font-size: 1.05rem; }
.networks p { margin: .15rem 0 0; font-size: .875rem; color: var(--dim); } .networks b { font-weight: 500; color: var(--ink); }
.bars { display: block; width: 100%; height: 1.5rem; margin-top: .5rem; } .bars .good { fill: var(--good); } .bars .bad { fill: var(--bad); } .bars .none { fill: var(--line); }
main:has(> .networks) { max-width: none; }
.button { display: inline-block; font: inherit; font-weight: 600; background: var(--mark); color: light-dark(#fff, #171614); border: 0;
  border-radius: 8px; padding: .6rem 1.25rem; margin: .5rem 0 1rem; text-decoration: none; cursor: pointer; }
a.button:hover, .button:hover { color: light-dark(#fff, #171614); filter: brightness(1.08); }
.copy { display: block; white-space: pre-wrap; user-select: all; font-family: var(--mono); font-size: .875rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; padding: .6rem .9rem; margin: .25rem 0 .75rem; overflow-wrap: anywhere; }
.steps { margin: 0 0 1rem; padding-left: 1.25rem; } .steps li { padding: .25rem 0; }
.choice { display: flex; gap: .75rem; align-items: baseline; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  padding: .7rem 1rem; margin: 0 0 .5rem; cursor: pointer; }
.choice input { accent-color: var(--mark); flex: none; } .choice b, .choice span { overflow-wrap: anywhere; }
.field { max-width: 26rem; margin: 0 0 1.1rem; } .field > label { display: block; font-weight: 600; margin: 0 0 .3rem; }
.field > input { width: 100%; font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: 8px; padding: .55rem .75rem; }
.field > [aria-invalid] { border-color: var(--bad); } .field p { margin: .3rem 0 0; }
.field > .check { display: flex; gap: .5rem; align-items: center; font-weight: 400; font-size: .875rem; margin: .5rem 0 0; cursor: pointer; } .check input { accent-color: var(--mark); }
.problem { color: var(--bad); font-size: .875rem; } .problem:empty { display: none; }
.field + h2 { margin-top: 2rem; } h1:focus { outline: none; } .button:disabled { opacity: .6; cursor: default; }
.connected { list-style: none; margin: 0 0 1rem; padding: 0; } .connected li { display: flex; gap: .6rem; align-items: baseline; padding: .2rem 0; }
.state small { display: block; font-weight: 400; color: var(--dim); font-size: .875rem; }
@media (max-width: 52rem) {
  .frame { display: block; padding: 0 1rem; }
  .top { padding: .85rem 1rem; gap: 1.25rem; justify-content: space-between; }
  aside { position: static; max-height: none; margin: 0; padding: 1rem 0 0; } aside li a { padding: .3rem 0; }
  search form { margin-bottom: .6rem; } .contents[open] > summary { margin-bottom: 1rem; }
  main { padding: 1.25rem 0 4rem; }
  article { padding: 1rem; margin: 0 -.25rem 1rem; }
  h2 { margin-top: 2rem; }
  .fields > div { grid-template-columns: 1fr; }
  .fields dt small { display: inline; margin-left: .5em; }
  table, tbody, tr, td { display: block; } thead { display: none; }
  tr { border: 1px solid var(--line); border-radius: 10px; background: var(--card); padding: .4rem .9rem; margin: 0 0 .6rem; }
  tr:has(> th[scope=rowgroup]) { border: 0; background: none; padding: 0; } th[scope=rowgroup] { display: block; border: 0; }
  td, td.number { border: 0; white-space: normal; padding: .25rem 0; text-align: left; overflow-wrap: anywhere; } td:empty { display: none; }
  td[data-label]:not([data-label=""])::before { content: attr(data-label); display: block; font-size: .75rem; color: var(--dim); }
}
`;
