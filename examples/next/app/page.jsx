import { render } from "groundmark";
import { GroundedAnswer } from "groundmark/react";
import { Enhance } from "groundmark/react/client";
import { sampleResponse } from "../../gemini.mjs";

// A server component: the engine stays on the server.
export default async function Page() {
  const answer = render(await sampleResponse(), { headingLevel: 3, headingBase: 3 });
  return (
    <article>
      <h2>When is high water in Port Ellery?</h2>
      <Enhance><GroundedAnswer answer={answer} /></Enhance>
      <p><a href="/chat">Ask something else</a></p>
    </article>
  );
}
