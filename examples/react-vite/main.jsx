import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { AnswerStream } from "groundmark";
import { useGroundedStream } from "groundmark/react/client";
import "groundmark/style.css";
import "../chat.css";

function Turn({ question }) {
  const { ref, phase, error, stop } = useGroundedStream(
    (signal) => fetch("/api/chat", { method: "POST", body: question, signal }),
    { AnswerStream, key: question, suggestionsTitle: `Searches for: ${question}`, headingLevel: 3, headingBase: 3 },
  );
  return (
    <article>
      <h2>{question}</h2>
      <div className="gm-answer" ref={ref} />
      {phase === "streaming" && <button onClick={stop}>Stop</button>}
      {phase === "failed" && <p role="alert">{error.message}</p>}
    </article>
  );
}

function Chat() {
  const [questions, setQuestions] = useState([]);
  const ask = (form) => setQuestions([...questions, form.get("question")]);
  return (
    <main>
      <h1>Ask Gemini</h1>
      {questions.map((question, at) => <Turn key={at} question={question} />)}
      <form action={ask}>
        <input name="question" aria-label="Question" autoComplete="off" required />
        <button>Ask</button>
      </form>
    </main>
  );
}

createRoot(document.getElementById("root")).render(<StrictMode><Chat /></StrictMode>);
