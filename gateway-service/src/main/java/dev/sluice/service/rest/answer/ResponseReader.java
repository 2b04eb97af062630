package dev.sluice.service.rest.answer;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.service.config.ContractConfig.Answer;
import dev.sluice.service.config.ContractConfig.Match;
import dev.sluice.service.config.ContractConfig.Missing;
import dev.sluice.service.config.LimitsConfig;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.rest.answer.AskedKeys.Identity;
import dev.sluice.service.rest.answer.BadReplyException.Kind;
import dev.sluice.service.rest.answer.ItemAnswer.Answered;
import dev.sluice.service.rest.answer.ItemAnswer.Misfit;
import dev.sluice.service.rest.template.Json;
import dev.sluice.service.rest.template.RestItem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a response into the answers to the requested items. Immutable. */
public final class ResponseReader {

    private static final int NO_CONTENT = 204;
    private static final int PARTIAL_CONTENT = 206;
    private static final int MULTI_STATUS = 207;

    /** {@code application/json}, {@code text/json} and types that end in {@code +json}, perhaps followed by parameters. */
    private static final Pattern JSON =
            Pattern.compile("(?:[a-z]+/json|[a-z]+/[a-z0-9!#$&^_.-]+\\+json)\\s*(;.*)?", Pattern.CASE_INSENSITIVE);

    private static final Pattern CHARSET =
            Pattern.compile(";\\s*charset\\s*=\\s*\"?([^\";\\s]+)", Pattern.CASE_INSENSITIVE);

    /** The names of UTF-8 and of its subset ASCII. */
    private static final Set<String> UTF_8 = Set.of("utf-8", "utf8", "us-ascii");

    private final Subject subject;
    private final Answer contract;
    private final LimitsConfig limits;
    private final Identity identity;
    private final JsonPointer items;
    private final List<JsonPointer> key;
    private final ItemReader itemReader;
    /** The places in a response that are filled only if the service wants to receive the whole request again later. */
    private final List<JsonPointer> again;
    /** The place in a response that is filled only if another page follows. */
    private final Optional<JsonPointer> next;
    /** The place in a response that has the total number of items on all pages. */
    private final Optional<JsonPointer> total;

    public ResponseReader(Subject subject, Answer contract, Identity identity, LimitsConfig limits) {
        this.subject = subject;
        this.contract = contract;
        this.limits = limits;
        this.identity = identity;
        this.items = JsonPointer.compile(contract.items());
        this.key = contract.key().stream().map(JsonPointer::compile).toList();
        this.itemReader = new ItemReader(subject, contract);
        this.again =
                contract.again().pointers().stream().map(JsonPointer::compile).toList();
        this.next = contract.next().map(JsonPointer::compile);
        this.total = contract.total().map(JsonPointer::compile);
    }

    /** Whether a response to a request for one item means that the item's key does not exist. */
    public boolean meansNotFound(int status, byte[] body) {
        final Set<Integer> statuses = contract.notFoundStatuses();
        return statuses.contains(status)
                || body.length == 0 && status >= 200 && status <= 299 && statuses.contains(NO_CONTENT);
    }

    /** Returns one answer for each requested item, in the order of the items. */
    public List<ItemAnswer> read(int status, String contentType, byte[] body, List<RestItem> asked)
            throws BadReplyException {
        if (asked.size() == 1 && meansNotFound(status, body)) {
            return List.of(new Answered(Outcome.NOT_FOUND));
        }
        if (status < 200 || status > 299 || status == PARTIAL_CONTENT) {
            throw new BadReplyException("status " + status + " does not mean a complete answer");
        }
        if (contract.match() == Match.NONE) {
            if (status == MULTI_STATUS) {
                throw new BadReplyException(
                        "status 207 says that some events may have failed, but match: none ignores which");
            }
            return asked.stream()
                    .<ItemAnswer>map(item -> new Answered(JsonRows.noReply()))
                    .toList();
        }
        if (!subject.event()) {
            return contract.match() == Match.SINGLE
                    ? List.of(single(status, contentType, body))
                    : several(parse(contentType, body), asked);
        }
        try {
            return contract.match() == Match.SINGLE
                    ? List.of(single(status, contentType, body))
                    : events(parse(contentType, body).at(items), asked);
        } catch (final BadReplyException e) {
            if (e.kind() == Kind.AGAIN) {
                throw e;
            }
            throw new BadReplyException(
                    e.getMessage() + "; if the status alone tells the outcome, set response.match: none");
        }
    }

    private ItemAnswer single(int status, String contentType, byte[] body) throws BadReplyException {
        if (subject.event() && (body.length == 0 || status == NO_CONTENT)) {
            return new Answered(JsonRows.noReply());
        }
        final JsonNode whole = parse(contentType, body);
        final JsonNode item = whole.at(items);
        checkWhole(whole, item, 1, item.isMissingNode());
        if (item.isMissingNode()) {
            return subject.event()
                    ? new Misfit("the response has nothing at '" + items + "'; correct response.items")
                    : missing(1);
        }
        return itemReader.read(() -> "the response", List.of(item), rows());
    }

    /**
     * Reads one answer for each event. A piece of the response that matches no event may belong to any event without an answer.
     * Therefore the error of this piece becomes the answer to all events without an answer.
     */
    private List<ItemAnswer> events(JsonNode found, List<RestItem> asked) throws BadReplyException {
        checkKind(found.isArray(), "a list");
        final AskedKeys keys = new AskedKeys(identity, asked);
        final JsonRows rows = rows();
        final List<ItemAnswer> answers = new ArrayList<>(Collections.nCopies(asked.size(), new ItemAnswer.Missing()));
        String nothing = "";
        for (int i = 0; i < found.size(); i++) {
            final String what = AskedKeys.named(i) + " of the response";
            try {
                final int place = keys.find(found.get(i), key, i);
                answers.set(
                        place,
                        answers.get(place) instanceof ItemAnswer.Missing
                                ? itemReader.read(() -> what, List.of(found.get(i)), rows)
                                : new Misfit(what + " is a second answer to the same event"));
            } catch (final BadReplyException e) {
                nothing = nothing.isEmpty() ? e.getMessage() + "; correct response.key" : nothing;
            }
        }
        final ItemAnswer none = new Misfit(nothing.isEmpty() ? "the response has no item for this event" : nothing);
        answers.replaceAll(answer -> answer instanceof ItemAnswer.Missing ? none : answer);
        return answers;
    }

    private List<ItemAnswer> several(JsonNode whole, List<RestItem> asked) throws BadReplyException {
        final JsonNode found = whole.at(items);
        final AskedKeys keys = new AskedKeys(identity, asked);
        final List<List<JsonNode>> pieces = new ArrayList<>(Collections.nCopies(asked.size(), List.of()));
        if (key.isEmpty()) {
            checkKind(found.isObject(), "an object");
            for (final Map.Entry<String, JsonNode> field : found.properties()) {
                final String what = "the item '" + subject.shown(field.getKey()) + "'";
                if (!add(pieces, keys.find(field.getKey(), what), field.getValue())) {
                    checkMany(what);
                }
            }
        } else {
            checkKind(found.isArray(), "a list");
            for (int i = 0; i < found.size(); i++) {
                // GraphQL and data loaders return null for a key that does not exist, without naming the key.
                if (!found.get(i).isNull() && !add(pieces, keys.find(found.get(i), key, i), found.get(i))) {
                    checkMany(AskedKeys.named(i));
                }
            }
        }
        checkWhole(whole, found, asked.size(), pieces.contains(List.<JsonNode>of()));
        final JsonRows rows = rows();
        final List<ItemAnswer> answers = new ArrayList<>(asked.size());
        for (final List<JsonNode> nodes : pieces) {
            answers.add(
                    nodes.isEmpty()
                            ? missing(asked.size())
                            : itemReader.read(() -> "an item of the response", nodes, rows));
        }
        return answers;
    }

    /** Refuses a response that is one page of several, because missing items or further rows may be on another page. */
    private void checkWhole(JsonNode whole, JsonNode found, int asked, boolean missing) throws BadReplyException {
        if (missing || contract.many()) {
            checkLast(whole, found.size(), asked > 1 && contract.many() && contract.missing() == Missing.NOT_FOUND);
        }
    }

    /**
     * @param exact whether the total must equal {@code count}, because only then are the rows of several keys known to be
     *     complete
     */
    private void checkLast(JsonNode response, int count, boolean exact) throws BadReplyException {
        if (next.map(response::at).filter(ResponseReader::isFilled).isPresent()) {
            throw new BadReplyException(
                    Kind.MORE_FOLLOWS, "its response says at '" + next.get() + "' that more follows");
        }
        if (total.isPresent()) {
            final JsonNode all = response.at(total.get());
            if (!all.isIntegralNumber()) {
                throw new BadReplyException("there is no total number of items at '" + total.get() + "'");
            }
            if (!all.canConvertToLong() || all.longValue() > count || exact && all.longValue() != count) {
                throw new BadReplyException(
                        Kind.MORE_FOLLOWS,
                        "its response has " + count + " of the " + all.asText() + " items that '" + total.get()
                                + "' counts");
            }
        }
    }

    /** Whether a node exists and is neither null, false nor an empty text. */
    private static boolean isFilled(JsonNode node) {
        return ItemReader.saysYes(node)
                && !(node.isTextual() && node.textValue().isEmpty());
    }

    private void checkKind(boolean right, String kind) throws BadReplyException {
        if (!right) {
            throw new BadReplyException("the response has no items: " + kind + " should stand "
                    + (contract.items().isEmpty() ? "there" : "at '" + contract.items() + "'"));
        }
    }

    private void checkMany(String what) throws BadReplyException {
        if (!contract.many()) {
            throw new BadReplyException(what + " is a second answer to the same request");
        }
    }

    /**
     * Returns the answer to an item that has no piece in the response. A response to several items may lack an item that exists.
     */
    private ItemAnswer missing(int asked) {
        final boolean notFound =
                contract.missing() == Missing.TRUST || contract.missing() == Missing.NOT_FOUND && asked == 1;
        return notFound ? new Answered(Outcome.NOT_FOUND) : new ItemAnswer.Missing();
    }

    private JsonRows rows() {
        return new JsonRows(subject, contract, limits);
    }

    /** Adds a piece to an item, and returns whether it is the item's first piece. Most items have only one piece. */
    private static boolean add(List<List<JsonNode>> pieces, int item, JsonNode piece) {
        final List<JsonNode> before = pieces.get(item);
        if (before.isEmpty()) {
            pieces.set(item, List.of(piece));
            return true;
        }
        final List<JsonNode> several = before.size() == 1 ? new ArrayList<>(before) : before;
        several.add(piece);
        pieces.set(item, several);
        return false;
    }

    /**
     * Parses a body as JSON.
     *
     * @param contentType the {@code Content-Type} header; may be empty, because a response without this header is accepted
     * @throws BadReplyException if the body is not declared as JSON, is not JSON, or asks to repeat the request later
     */
    private JsonNode parse(String contentType, byte[] body) throws BadReplyException {
        checkType(contentType.strip());
        if (body.length == 0) {
            throw new BadReplyException("the response is empty");
        }
        if (!Json.isUtf8(body)) {
            throw new BadReplyException("the response is not UTF-8");
        }
        try {
            // The parser reads bytes faster than text. But if one of the first two bytes is zero, it assumes UTF-16.
            final JsonNode whole = body[0] == 0 || body.length > 1 && body[1] == 0
                    ? Json.parse(new String(body, StandardCharsets.UTF_8))
                    : Json.parse(body);
            for (final JsonPointer pointer : again) {
                if (isFilled(whole.at(pointer))) {
                    throw new BadReplyException(
                            Kind.AGAIN, "its response says at '" + pointer + "' to send the request again");
                }
            }
            return whole;
        } catch (final JsonProcessingException e) {
            throw new BadReplyException("the response is not JSON: " + Json.problem(e));
        } catch (final NumberFormatException e) {
            throw new BadReplyException("the response is not JSON: it contains a number out of range");
        }
    }

    private void checkType(String type) throws BadReplyException {
        if (type.isEmpty()) {
            return;
        }
        if (!JSON.matcher(type).matches()) {
            throw new BadReplyException("the response is of type '" + subject.shown(type) + "', not JSON");
        }
        final Matcher charset = CHARSET.matcher(type);
        if (charset.find() && !UTF_8.contains(charset.group(1).toLowerCase(Locale.ROOT))) {
            throw new BadReplyException("the response is in the character set '" + subject.shown(charset.group(1))
                    + "', but JSON must be UTF-8");
        }
    }
}
