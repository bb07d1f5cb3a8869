//! Cuts a response into the frames of a stream, in every way that servers do or may.

use serde_json::{Map, Value, json};

use super::Rng;

/// The lists of a candidate that servers send in pieces, by where they stand.
const LISTS: [(&str, &str); 9] = [
    ("groundingMetadata", "groundingChunks"),
    ("groundingMetadata", "groundingSupports"),
    ("groundingMetadata", "webSearchQueries"),
    ("groundingMetadata", "imageSearchQueries"),
    ("groundingMetadata", "retrievalQueries"),
    ("groundingMetadata", "sourceFlaggingUris"),
    ("citationMetadata", "citationSources"),
    ("citationMetadata", "citations"),
    ("urlContextMetadata", "urlMetadata"),
];

/// How a list comes.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Whole, in one frame.
    Once,
    /// Whole, in several frames.
    Repeated,
    /// Each frame has all so far.
    Cumulative,
    /// Each frame has what was not there before.
    Incremental,
    /// Likewise, and at the end all of it.
    IncrementalThenWhole,
    /// Likewise, each piece twice.
    IncrementalRepeated,
}

const WAYS: [Way; 6] = [
    Way::Once,
    Way::Repeated,
    Way::Cumulative,
    Way::Incremental,
    Way::IncrementalThenWhole,
    Way::IncrementalRepeated,
];

/// Frames that say together what `response` says. It has one candidate.
pub fn cut(response: &Value, rng: &mut Rng) -> Vec<Value> {
    let response = &in_camel_case(response);
    let candidate = &response["candidates"][0];
    let parts = candidate["content"]["parts"].as_array();
    let mut contents = pieces(parts.map_or(&[], Vec::as_slice), rng);
    // Frames without parts: metadata, usage, a reason to stop, nothing.
    for _ in 0..rng.below(4) {
        contents.push(Vec::new());
    }
    if rng.below(3) == 0 {
        contents.insert(rng.below(contents.len() + 1), Vec::new());
    }
    if contents.is_empty() {
        contents.push(Vec::new());
    }
    let count = contents.len();
    let beside = beside(candidate, count, rng);
    let last_said = contents.iter().rposition(|parts| !parts.is_empty());
    let last_said = last_said.unwrap_or(0);
    let stops_at = last_said + rng.below(count - last_said);
    let mut frames = Vec::new();
    for (at, (parts, beside)) in contents.into_iter().zip(beside).enumerate() {
        let mut candidate = beside;
        let has_content = !parts.is_empty() || rng.below(4) == 0;
        if has_content {
            let content = match parts.is_empty() {
                true => json!({ "role": "model" }),
                false => json!({ "role": "model", "parts": parts }),
            };
            candidate.insert("content".into(), content);
        }
        let reason = response["candidates"][0].get("finishReason");
        if let Some(reason) = reason.filter(|_| at == stops_at) {
            candidate.insert("finishReason".into(), reason.clone());
        }
        frames.push(frame(response, candidate, rng));
    }
    if rng.below(4) == 0 {
        frames.insert(rng.below(frames.len() + 1), json!({}));
    }
    // Without any candidate there would be none in the stream.
    if frames.iter().all(|frame| frame.get("candidates").is_none()) {
        frames[0]["candidates"] = json!([{}]);
    }
    frames
}

/// In one spelling, so that the names above are found.
fn in_camel_case(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| {
                let mut words = name.split('_');
                let mut spelt = words.next().unwrap_or_default().to_owned();
                for word in words {
                    let (first, rest) = word.split_at(word.len().min(1));
                    spelt.push_str(&first.to_ascii_uppercase());
                    spelt.push_str(rest);
                }
                (spelt, in_camel_case(value))
            });
            Value::Object(fields.collect())
        }
        Value::Array(items) => items.iter().map(in_camel_case).collect(),
        other => other.clone(),
    }
}

/// What stands around a candidate, in each frame.
fn frame(response: &Value, candidate: Map<String, Value>, rng: &mut Rng) -> Value {
    let mut frame = Map::new();
    for (name, value) in response.as_object().expect("an object") {
        if name != "candidates" {
            frame.insert(name.clone(), value.clone());
        }
    }
    frame.insert("usageMetadata".into(), json!({ "totalTokenCount": 7 }));
    if !candidate.is_empty() || rng.below(2) == 0 {
        frame.insert("candidates".into(), json!([candidate]));
    }
    Value::Object(frame)
}

/// The parts in as many pieces as it comes out: a text is cut between any two characters.
fn pieces(parts: &[Value], rng: &mut Rng) -> Vec<Vec<Value>> {
    let mut pieces: Vec<Vec<Value>> = Vec::new();
    let mut current = Vec::new();
    let finest = rng.below(3) == 0;
    for part in parts {
        let Some(text) = part["text"].as_str() else {
            current.push(part.clone());
            if rng.below(2) == 0 {
                pieces.push(std::mem::take(&mut current));
            }
            continue;
        };
        let mut begun = String::new();
        for character in text.chars() {
            begun.push(character);
            let cuts = match finest {
                true => rng.below(2) == 0,
                false => rng.below(24) == 0,
            };
            if cuts {
                current.push(with_text(part, &std::mem::take(&mut begun)));
                pieces.push(std::mem::take(&mut current));
            }
        }
        current.push(with_text(part, &begun));
    }
    if !current.is_empty() {
        pieces.push(current);
    }
    pieces
}

fn with_text(part: &Value, text: &str) -> Value {
    let mut part = part.clone();
    part["text"] = text.into();
    part
}

/// For each frame what stands beside the parts of its candidate.
fn beside(candidate: &Value, count: usize, rng: &mut Rng) -> Vec<Map<String, Value>> {
    let mut frames = vec![Map::new(); count];
    let mut put = |at: usize, owner: &str, name: &str, value: Value| {
        let owner = frames[at]
            .entry(owner)
            .or_insert_with(|| json!({}))
            .as_object_mut()
            .expect("an object");
        owner.insert(name.to_owned(), value);
    };
    for (owner, name) in LISTS {
        let Some(list) = candidate[owner][name].as_array() else {
            continue;
        };
        for (at, from, to) in schedule(list, count, rng) {
            put(at, owner, name, Value::Array(list[from..to].to_vec()));
        }
    }
    // What is no list comes once or again and again.
    for owner in [
        "groundingMetadata",
        "citationMetadata",
        "urlContextMetadata",
    ] {
        let Some(fields) = candidate[owner].as_object() else {
            continue;
        };
        for (name, value) in fields {
            if LISTS.contains(&(owner, name.as_str())) {
                continue;
            }
            put(rng.below(count), owner, name, value.clone());
            if rng.below(2) == 0 {
                put(rng.below(count), owner, name, value.clone());
            }
        }
    }
    for frame in &mut frames {
        for owner in ["groundingMetadata", "citationMetadata"] {
            if rng.below(3) == 0 {
                frame.entry(owner).or_insert_with(|| json!({}));
            }
        }
    }
    frames
}

/// In which frames a list comes, and which of its items.
fn schedule(list: &[Value], frames: usize, rng: &mut Rng) -> Vec<(usize, usize, usize)> {
    let length = list.len();
    let way = *rng.pick(&WAYS);
    let mut places: Vec<usize> = (0..1 + rng.below(5)).map(|_| rng.below(frames)).collect();
    if matches!(way, Way::Once) || list.iter().all(is_blank) {
        places.truncate(1);
    }
    places.sort_unstable();
    places.dedup();
    let last = places.len() - 1;
    let mut sent = 0;
    let mut piece = (0, 0);
    let mut plan = Vec::new();
    for (turn, &at) in places.iter().enumerate() {
        let mut to = match turn == last {
            true => length,
            false => sent + rng.below(length - sent + 1),
        };
        // Whether it is said again cannot be seen of a piece that says nothing.
        while to < length && list[sent..to].iter().all(is_blank) {
            to += 1;
        }
        if list[to..].iter().all(is_blank) {
            to = length;
        }
        let (from, to) = match way {
            Way::Once | Way::Repeated => (0, length),
            Way::Cumulative => (0, to),
            Way::IncrementalThenWhole if turn == last => (0, length),
            Way::IncrementalRepeated if turn % 2 == 1 && turn != last => piece,
            Way::Incremental | Way::IncrementalThenWhole | Way::IncrementalRepeated => (sent, to),
        };
        piece = (from, to);
        sent = sent.max(to);
        plan.push((at, from, to));
    }
    plan
}

fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(fields) => fields.values().all(is_blank),
        _ => false,
    }
}
