package dev.sluice.site;

import java.util.List;
import java.util.Locale;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A page of the site.
 *
 * @param name its path among the documents, with slashes
 * @param title the text of its first heading
 * @param body its HTML
 */
record Page(String name, String title, String body) {

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer HTML = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .attributeProviderFactory(context -> (node, tag, attributes) -> {
                if (node instanceof Heading) {
                    attributes.put("id", anchor(node));
                }
            })
            .build();
    private static final Pattern TITLE = Pattern.compile("(?m)^# (.*)$");
    private static final Pattern SECTION =
            Pattern.compile("(?s)<h[1-4] id=\"([^\"]*)\">(.*?)</h[1-4]>(.*?)(?=<h[1-4] id|$)");

    /** Renders a document; each link becomes what {@code links} makes of the document's name and the link. */
    static Page of(String name, String markdown, BinaryOperator<String> links) {
        final Node document = PARSER.parse(markdown);
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(links.apply(name, link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                image.setDestination(links.apply(name, image.getDestination()));
                visitChildren(image);
            }
        });
        final Matcher title = TITLE.matcher(markdown);
        return new Page(name, title.find() ? title.group(1).replace("`", "") : name, HTML.render(document));
    }

    /** Returns the anchor that GitHub gives to a heading, so that links lead there on both. */
    private static String anchor(Node heading) {
        final StringBuilder text = new StringBuilder();
        heading.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }
        });
        return text.toString()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    /** Returns its directory among the documents; empty at the top. */
    String kind() {
        return name.contains("/") ? name.substring(0, name.indexOf('/')) : "";
    }

    String target() {
        return name.replaceAll("\\.md$", ".html");
    }

    String toRoot() {
        return "../".repeat((int) name.chars().filter(sign -> sign == '/').count());
    }

    /** Returns an object of JavaScript for each section, for the search. */
    Stream<String> sections() {
        return SECTION.matcher(body)
                .results()
                .map(section -> "[" + quoted(target() + "#" + section.group(1)) + ","
                        + quoted(title + ": " + plain(section.group(2))) + "," + quoted(plain(section.group(3))) + "]");
    }

    private static String plain(String html) {
        return html.replaceAll("<[^>]*>", " ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&")
                .replaceAll("\\s+", " ")
                .strip();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
