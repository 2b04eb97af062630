package dev.sluice.service.admin.page;

import java.util.List;

/** Writes HTML: every text that is given is escaped, and only the names of elements and classes are not. */
final class Html {

    private final StringBuilder out = new StringBuilder(4096);

    /** Text with what HTML would obey as entities, for elements and for attributes in quotes. */
    static String escaped(String text) {
        final StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(character -> {
            switch (character) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> {
                    if (isShown(character)) {
                        escaped.appendCodePoint(character);
                    } else {
                        escaped.append('\uFFFD');
                    }
                }
            }
        });
        return escaped.toString();
    }

    /** Whether it may be in a document, and does not change the direction or the order of what comes after it. */
    private static boolean isShown(int character) {
        final int type = Character.getType(character);
        return character == '\n'
                || type != Character.CONTROL
                        && type != Character.SURROGATE
                        && type != Character.FORMAT
                        && type != Character.UNASSIGNED;
    }

    /** Markup as it is, of this program's own. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    Html text(String text) {
        out.append(escaped(text));
        return this;
    }

    /** An element with a text. */
    Html element(String name, String text) {
        return raw("<" + name + ">").text(text).raw("</" + name.split(" ", 2)[0] + ">");
    }

    /** Begins a table that scrolls by itself where it is too wide. */
    Html table(String id, String caption, String... heads) {
        raw("<div class=\"wide\" id=\"" + id + "-table\" role=\"region\" tabindex=\"0\" aria-label=\"")
                .text(caption)
                .raw("\"><table><thead><tr>");
        for (final String head : heads) {
            element("th scope=\"col\"", head);
        }
        return raw("</tr></thead><tbody>");
    }

    /** A row of texts; the first one is its head. */
    Html row(List<String> cells) {
        raw("<tr>").element("th scope=\"row\"", cells.get(0));
        cells.subList(1, cells.size()).forEach(cell -> element("td", cell));
        return raw("</tr>");
    }

    Html endTable() {
        return raw("</tbody></table></div>");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
