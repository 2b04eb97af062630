package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Placeholder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A text with placeholders, taken apart once: what is put in later is never searched for placeholders. Two pairs of braces
 * around a word are the text in one: <code>{{id}}</code> is <code>{id}</code>. Immutable.
 *
 * @param parts literal texts and placeholders, in their order
 */
public record TemplateText(List<Part> parts) {

    private static final String WORD = "([A-Za-z][A-Za-z0-9]*|[0-9]+)";
    /** In two pairs of braces it is text, in three it is a placeholder in braces. */
    private static final Pattern PLACEHOLDER =
            Pattern.compile("\\{\\{\\{" + WORD + "}}}|\\{\\{" + WORD + "}}|\\{" + WORD + "}");

    /**
     * A piece of it.
     *
     * @param literal the text; empty for a placeholder
     * @param placeholder what stands there instead
     */
    public record Part(String literal, Optional<Placeholder> placeholder) {}

    /**
     * Takes a text apart.
     *
     * @throws IllegalArgumentException if something in braces is no placeholder
     */
    public static TemplateText parse(String text) {
        final List<Part> parts = new ArrayList<>();
        final StringBuilder literal = new StringBuilder();
        final Matcher matcher = PLACEHOLDER.matcher(text);
        int end = 0;
        while (matcher.find()) {
            literal.append(text, end, matcher.start());
            if (matcher.group(2) != null) {
                literal.append('{').append(matcher.group(2)).append('}');
            } else {
                final boolean inBraces = matcher.group(1) != null;
                literal.append(inBraces ? "{" : "");
                addLiteral(parts, literal);
                parts.add(new Part("", Optional.of(placeholder(matcher.group(inBraces ? 1 : 3)))));
                literal.append(inBraces ? "}" : "");
            }
            end = matcher.end();
        }
        addLiteral(parts, literal.append(text, end, text.length()));
        return new TemplateText(List.copyOf(parts));
    }

    private static Placeholder placeholder(String word) {
        return Placeholder.of(word)
                .orElseThrow(() -> new IllegalArgumentException("there is no placeholder {" + word
                        + "}; there are {1}, {2} and so on, {key}, {id}, {items}, {payload} and {idempotencyKey}, and {{"
                        + word + "}} is the text {" + word + "}"));
    }

    private static void addLiteral(List<Part> parts, StringBuilder literal) {
        if (!literal.isEmpty()) {
            parts.add(new Part(literal.toString(), Optional.empty()));
            literal.setLength(0);
        }
    }

    /** The placeholder that is the whole text, if one is. */
    public Optional<Placeholder> whole() {
        return parts.size() == 1 ? parts.get(0).placeholder() : Optional.empty();
    }

    /** Its placeholders, in their order. */
    public Stream<Placeholder> placeholders() {
        return parts.stream().flatMap(part -> part.placeholder().stream());
    }

    /** Whether a placeholder of this kind stands in it. */
    public boolean has(Placeholder.Kind kind) {
        return placeholders().anyMatch(placeholder -> placeholder.kind() == kind);
    }

    /** Whether it differs from item to item. */
    public boolean namesAnItem() {
        return placeholders().anyMatch(placeholder -> placeholder.kind().ofAnItem());
    }
}
