/** A page that follows the element and leads it. */
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { HeadsUp } from "./HeadsUp";

function Page() {
  const [step, setStep] = useState("scores");
  const [isShown, setShown] = useState(true);
  return (
    <main>
      <p>
        <button onClick={() => setStep("attention")}>attention</button>
        <button onClick={() => setShown(!isShown)}>{isShown ? "hide" : "show"}</button>
        <output>{step}</output>
      </p>
      {isShown && (
        <HeadsUp lesson="masked-multi-head" step={step} lang="en" controls="minimal" seed={42} onStep={(now) => setStep(now.step)} />
      )}
    </main>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
