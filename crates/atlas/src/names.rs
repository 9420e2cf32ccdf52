//! What headquarters, formations and units are called.

/// `1st`, `22nd`, `113th`.
pub fn ordinal(number: &str) -> String {
    let tail = match number.as_bytes() {
        [.., b'1', _] => "th",
        [.., b'1'] => "st",
        [.., b'2'] => "nd",
        [.., b'3'] => "rd",
        _ => "th",
    };
    format!("{number}{tail}")
}

/// The digits that a name begins with, and the rest.
fn digits(name: &str) -> (&str, &str) {
    name.split_at(name.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(name.len()))
}

/// `I`, `II`, `III`, `IV`.
pub fn roman(number: u8) -> &'static str {
    ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"].get(usize::from(number)).copied().unwrap_or("")
}

/// The nation and colour of a headquarters or a formation, by its name or template.
pub fn nation(axis: bool, name: &str, template: Option<&str>) -> (&'static str, &'static str) {
    if !axis {
        return match template {
            Some(template) if template.starts_with("NKV") => ("soviet", "nkvd"),
            Some(_) if is_guards(name) => ("soviet", "soviet-guard"),
            Some(template) if template.starts_with("SRB") && name != "38MRB" => ("soviet", "soviet-marine"),
            None if is_guards(name) => ("soviet", "soviet-guard"),
            _ => ("soviet", "soviet-army"),
        };
    }
    match template {
        Some("GMO.C" | "GMO.B") if name == "Wiking" => ("german", "waffen-ss"),
        Some(template) if template.starts_with("LWF") || template.starts_with("GLW") || template.starts_with("GFK") => {
            ("german", "luftwaffe")
        }
        Some(template) if template.starts_with('G') => ("german", "german-army"),
        Some(template) if template.starts_with('R') => ("romanian", "romanian"),
        Some(_) => ("italian", "italian"),
        None if name.starts_with("R ") || name == "R3A" || name == "R4A" => ("romanian", "romanian"),
        None if name.starts_with("It ") || name == "I8A" => ("italian", "italian"),
        None => ("german", "german-army"),
    }
}

fn is_guards(name: &str) -> bool {
    digits(name).1.starts_with('G')
}

/// A headquarters' name for people.
pub fn hq(axis: bool, name: &str) -> String {
    let fixed = match name {
        "SWF" => "Southwestern Front",
        "SEF" => "Southeastern Front",
        "DF" => "Don Front",
        "SF" => "Stalingrad Front",
        "Mieth" => "Corps Mieth",
        "I8A" => "Italian 8th Army",
        "R3A" => "Romanian 3rd Army",
        "R4A" => "Romanian 4th Army",
        _ => "",
    };
    if !fixed.is_empty() {
        return fixed.to_owned();
    }
    if let Some(number) = name.strip_prefix("R ") {
        return format!("Romanian {number} Corps");
    }
    if let Some(number) = name.strip_prefix("It ") {
        return format!("Italian {number} Corps");
    }
    if let Some((number, kind)) = name.split_once(' ') {
        return format!("{number} {}", if kind == "PzK" { "Panzer Corps" } else { "Army Corps" });
    }
    let (number, rest) = digits(name);
    let what = match (axis, rest) {
        (true, "PzA") => "Panzer Army",
        (_, "A") => "Army",
        (_, "TA") => "Tank Army",
        (_, "GA") => "Guards Army",
        (_, "SA") => "Shock Army",
        (_, "CC") => "Cavalry Corps",
        (_, "GCC") => "Guards Cavalry Corps",
        _ => rest,
    };
    format!("{} {what}", ordinal(number))
}

/// A formation's name for people.
pub fn formation(name: &str, template: &str) -> String {
    let family = template.split('.').next().unwrap_or("");
    let (number, _) = digits(name.trim_start_matches('R'));
    let number = ordinal(number);
    let guards = if is_guards(name) { "Guards " } else { "" };
    match family {
        "GID" => format!("{number} Infantry Division"),
        "GJG" => format!("{number} Jaeger Division"),
        "GPZ" => format!("{number} Panzer Division"),
        "GMO" if name == "Wiking" => "SS Division Wiking".to_owned(),
        "GMO" => format!("{number} Motorised Division"),
        "GKG" => format!("Kampfgruppe {name}"),
        "LWF" | "GLW" => format!("{number} Luftwaffe Field Division"),
        "GSI" => format!("{number} Security Division"),
        "GFK" => format!("{number} Flak Division"),
        "RID" => format!("Romanian {number} Infantry Division"),
        "RCD" => format!("Romanian {number} Cavalry Division"),
        "RAR" => format!("Romanian {number} Armoured Division"),
        "IID" => format!("{name} Division"),
        "SRD" => format!("{number} Rifle Division"),
        "SGD" => format!("{number} Guards Rifle Division"),
        "NKV" => format!("{number} NKVD Division"),
        "SRB" | "SBD" if name.ends_with("MRB") => format!("{number} Motor Rifle Brigade"),
        "SRB" | "SBD" => format!("{number} Rifle Brigade"),
        "STB" => format!("{number} {guards}Tank Brigade"),
        "SMC" => format!("{number} {guards}Mechanised Corps"),
        "STC" => format!("{number} Tank Corps"),
        "SCD" => format!("{number} {guards}Cavalry Division"),
        _ => name.to_owned(),
    }
}

/// Does a formation count as a division in the size of a scenario?
pub fn is_division(template: &str) -> bool {
    !["SRB", "SBD", "STB"].iter().any(|brigade| template.starts_with(brigade))
}
