import "groundmark/style.css";
import "../../chat.css";

export const metadata = { title: "Ask Gemini: Next", icons: "data:," };

const Layout = ({ children }) => <html lang="en"><body><main><h1>Ask Gemini</h1>{children}</main></body></html>;
export default Layout;
