"use client";
import { useState } from "react";
import { AnswerStream } from "groundmark";
import { useGroundedStream } from "groundmark/react/client";

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

export default function Chat() {
  const [questions, setQuestions] = useState([]);
  return (
    <>
      {questions.map((question, at) => <Turn key={at} question={question} />)}
      <form action={(form) => setQuestions([...questions, form.get("question")])}>
        <input name="question" aria-label="Question" autoComplete="off" required />
        <button>Ask</button>
      </form>
    </>
  );
}
