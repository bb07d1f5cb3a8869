import css from "./style/maps.css";

/**
 * The rules that Google wants for its name beside Maps sources, for a page that has no other style
 * of groundmark: in a `<style>`, or adopted where the page's policy refuses those.
 */
export const mapsCss: string = css;
