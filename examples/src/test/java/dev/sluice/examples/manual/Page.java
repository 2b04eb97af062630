package dev.sluice.examples.manual;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the documentation.
 *
 * @param name its path in the repository
 * @param blocks its fenced blocks
 * @param quotes the texts in code quotes of its prose
 * @param prose its lines outside of blocks
 */
record Page(String name, List<Part> blocks, List<Part> quotes, String prose) {

    private static final Pattern FENCE = Pattern.compile("\\s*```(.*)");
    private static final Pattern QUOTE = Pattern.compile("`([^`]+)`");

    /**
     * A block, or a quote.
     *
     * @param line of the page, from 1
     * @param language of a block; empty for one without and for a quote
     */
    record Part(int line, String language, String text) {}

    static Page read(Path root, Path file) throws IOException {
        return of(root.relativize(file).toString().replace('\\', '/'), Files.readAllLines(file));
    }

    static Page of(String name, List<String> lines) {
        final List<Part> blocks = new ArrayList<>();
        final List<Part> quotes = new ArrayList<>();
        final List<String> prose = new ArrayList<>();
        final List<String> block = new ArrayList<>();
        String language = null;
        int begin = 0;
        for (int at = 0; at < lines.size(); at++) {
            final Matcher fence = FENCE.matcher(lines.get(at));
            if (!fence.matches()) {
                (language == null ? prose : block).add(lines.get(at));
            } else if (language == null) {
                language = fence.group(1).strip();
                begin = at + 2;
            } else {
                blocks.add(new Part(begin, language, String.join("\n", block).stripIndent()));
                block.clear();
                language = null;
            }
            if (language == null) {
                final int line = at + 1;
                QUOTE.matcher(lines.get(at)).results().forEach(quote -> quotes.add(new Part(line, "", quote.group(1))));
            }
        }
        return new Page(name, blocks, quotes, String.join("\n", prose));
    }

    /** Returns where a part is, for a message. */
    String at(Part part) {
        return name + ":" + part.line();
    }
}
