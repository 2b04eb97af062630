package dev.sluice.service.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sluice.api.FailureKind;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.ContractConfig;
import dev.sluice.service.config.ContractConfig.Ask;
import dev.sluice.service.config.ContractConfig.Match;
import dev.sluice.service.config.ContractConfig.Missing;
import dev.sluice.service.config.LimitsConfig;
import dev.sluice.service.config.RestDeclaration;
import dev.sluice.service.config.RestDeclaration.Payload;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.TemplateText.Placeholder.Kind;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.config.yaml.Section.Finding;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.rest.answer.AskedKeys.Identity;
import dev.sluice.service.rest.answer.BadReplyException;
import dev.sluice.service.rest.answer.ItemAnswer;
import dev.sluice.service.rest.answer.ResponseReader;
import dev.sluice.service.rest.answer.Subject;
import dev.sluice.service.rest.http.HttpAsk;
import dev.sluice.service.rest.template.HeaderTemplates;
import dev.sluice.service.rest.template.Json;
import dev.sluice.service.rest.template.JsonTemplate;
import dev.sluice.service.rest.template.RestItem;
import dev.sluice.service.rest.template.RestItem.UnaskableException;
import dev.sluice.service.rest.template.UrlTemplate;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The contract with a service, as the configuration describes it. A contract converts items to HTTP requests, and response bodies
 * to answers. Its templates are parsed once. Pure and immutable; may be used by any thread.
 */
public final class Contract {

    /** A placeholder for the idempotency key of an item, used when a request is only validated. */
    private static final String ANY_KEY = "0000000000000000-0000000000000000-0000000000000000";

    /**
     * The types whose values can always be written as JSON. Texts are among them, because a text from a queue never has an
     * unpaired surrogate.
     */
    private static final Set<ValueType> ALWAYS_JSON =
            EnumSet.of(ValueType.BOOLEAN, ValueType.LONG, ValueType.DECIMAL, ValueType.TEXT);

    private static final Pattern KEY = Pattern.compile("(path|query|body|item|headers): (.*)", Pattern.DOTALL);

    private final Subject subject;
    private final ContractConfig config;
    private final boolean jsonPayload;
    private final int urlLimit;
    private final OptionalInt arguments;
    private final UrlTemplate url;
    private final Optional<JsonTemplate> body;
    private final HeaderTemplates headers;
    private final Identity identity;
    private final ResponseReader reader;
    /** The URL if it does not depend on the items; parsed once, because the JDK checks each character of a URI. */
    private final Optional<URI> constantUrl;

    private final boolean onlyBodyDiffers;

    private Contract(RestDeclaration declaration, ServiceConfig service, Secrets secrets, LimitsConfig limits) {
        this.subject = new Subject(declaration.name(), service.name(), declaration.endpoint(), secrets);
        this.config = declaration.contract();
        this.jsonPayload = declaration.payload() == Payload.JSON;
        this.urlLimit = service.urlLength();
        this.arguments = argumentCount(declaration);
        final Ask ask = config.ask();
        this.identity =
                Identity.of(config.answer().match(), ask.templates().anyMatch(template -> template.has(Kind.ID)));
        final boolean matchesId = config.answer().match() == Match.ID;
        this.body = ask.body().map(text -> JsonTemplate.parse(text, ask.item(), declaration.payload(), matchesId));
        this.url = UrlTemplate.parse(service.url(), ask);
        this.headers = new HeaderTemplates(ask.headers(), body.isPresent());
        this.reader = new ResponseReader(subject, config.answer(), identity, limits);
        this.constantUrl = url.isConstant() ? Optional.of(constant(url)) : Optional.empty();
        this.onlyBodyDiffers = url.isConstant() && headers.isConstant();
    }

    /**
     * Returns the contract of a lookup or endpoint.
     *
     * @param secrets the secrets sent to the service; messages mask them, because a response may repeat them
     * @throws IllegalArgumentException if a template is invalid; the message begins with the template's key
     */
    static Contract of(RestDeclaration declaration, ServiceConfig service, Secrets secrets, LimitsConfig limits) {
        try {
            return new Contract(declaration, service, secrets, limits);
        } catch (final IllegalArgumentException e) {
            final String section = declaration.endpoint() ? "endpoints." : "lookups.";
            throw new IllegalArgumentException(section + declaration.name() + ".request." + e.getMessage(), e);
        }
    }

    /** Returns the faults in the templates of a lookup or endpoint; does not contact the service. */
    public static List<Finding> review(RestDeclaration declaration, ServiceConfig service, LimitsConfig limits) {
        try {
            new Contract(declaration, service, Secrets.NONE, limits);
            return List.of();
        } catch (final IllegalArgumentException e) {
            final Matcher key = KEY.matcher(e.getMessage());
            return List.of(
                    key.matches()
                            ? new Finding("request." + key.group(1), key.group(2))
                            : new Finding("request", e.getMessage()));
        }
    }

    /** Returns the number of arguments that the templates or the matching of responses need; empty if any number is allowed. */
    private static OptionalInt argumentCount(RestDeclaration declaration) {
        final ContractConfig contract = declaration.contract();
        final SortedSet<Integer> named = contract.ask().arguments();
        if (declaration.endpoint()) {
            return OptionalInt.of(1);
        }
        if (!named.isEmpty()) {
            return OptionalInt.of(named.last());
        }
        if (contract.answer().match() == Match.KEY) {
            return OptionalInt.of(Math.max(1, contract.answer().key().size()));
        }
        return contract.ask().body().isPresent() ? OptionalInt.empty() : OptionalInt.of(1);
    }

    private static URI constant(UrlTemplate url) {
        try {
            return URI.create(url.of(List.of()));
        } catch (final UnaskableException e) {
            throw new IllegalArgumentException("path: " + e.getMessage());
        }
    }

    /** Returns the maximum number of items in one request. */
    int limit() {
        return config.ask().limit();
    }

    /** Whether the items are events and not lookups. */
    boolean event() {
        return subject.event();
    }

    /** Whether the status of a response alone decides the outcome of all items, so that the body is ignored. */
    boolean statusTells(int status) {
        return config.answer().match() == Match.NONE && status >= 200 && status <= 299;
    }

    /** Whether a response with this status asks the gateway to repeat the request later. */
    boolean saysAgain(int status) {
        return config.answer().again().statuses().contains(status);
    }

    /** Returns the method and URL of a request as a text for messages; secrets are masked. */
    String shown(HttpAsk ask) {
        return ask.method() + " " + subject.message(ask.uri().toString());
    }

    /** Whether an item that is missing from a response to several items may exist nevertheless. */
    boolean mayLeaveOut() {
        return config.answer().missing() == Missing.NOT_FOUND;
    }

    /**
     * Whether a response to several items may omit rows of an item without saying so. If so, each item is requested alone.
     */
    boolean mayCutRows() {
        return config.answer().mayCutRows();
    }

    /**
     * Checks everything that can be checked without calling the service.
     *
     * @throws RefusedException if no request can be built from these arguments, for example because of a wrong number of
     *     arguments, a text that contains the separator of joined items, or a payload that is not JSON
     */
    void check(Arguments given) throws RefusedException {
        try {
            checkArguments(given);
            if (onlyBodyDiffers && given.count() == 1 && ALWAYS_JSON.contains(given.type(0))) {
                return; // always valid; building a request to check this would cost more than the call
            }
            ask(List.of(new RestItem(given, 0, ANY_KEY)), List.of(0));
        } catch (final UnaskableException e) {
            throw new RefusedException(FailureKind.INVALID, subject + ": " + e.getMessage());
        }
    }

    private void checkArguments(Arguments given) throws UnaskableException {
        final int count = given.count();
        if (count == 0 || count != arguments.orElse(count)) {
            final int wanted = arguments.orElse(1);
            throw new UnaskableException("it takes " + (arguments.isPresent() ? "" : "at least ") + wanted + " argument"
                    + (wanted == 1 ? "" : "s") + ", not " + count);
        }
        if (jsonPayload && given.type(0) == ValueType.TEXT) {
            checkJson((String) given.values().get(0));
        }
    }

    private static void checkJson(String payload) throws UnaskableException {
        try {
            Json.check(payload);
        } catch (final JsonProcessingException e) {
            throw new UnaskableException("the payload is not JSON: " + Json.problem(e)
                    + "; to send plain text, declare the endpoint's payload as text");
        } catch (final NumberFormatException e) {
            throw new UnaskableException("the payload is not JSON: it contains a number out of range");
        }
    }

    /** Returns the requests for these items. A URL exceeds the length limit only if its request is for a single item. */
    List<HttpAsk> asks(List<RestItem> items) {
        try {
            final List<HttpAsk> asks = new ArrayList<>();
            final boolean[] asked = new boolean[items.size()];
            for (int first = 0; first < asked.length; first++) {
                if (!asked[first]) {
                    asks.add(ask(items, together(items, asked, first)));
                }
            }
            return asks;
        } catch (final UnaskableException e) {
            throw new IllegalArgumentException(subject + ": an item was not checked before: " + e.getMessage());
        }
    }

    /**
     * Returns the indexes of the items for one request: the first item, and then later items in order, as long as there is room.
     * Two items that the response could not tell apart, such as the decimals 1.5 and 1.50, never share a request.
     */
    private List<Integer> together(List<RestItem> items, boolean[] asked, int first) throws UnaskableException {
        final List<Integer> together = new ArrayList<>(Math.min(limit(), asked.length - first));
        final Set<Object> keys = new HashSet<>();
        long length = url.fixedLength();
        for (int i = first; i < asked.length && together.size() < limit(); i++) {
            if (asked[i]) {
                continue;
            }
            final RestItem item = items.get(i);
            length += url.lengthOf(item);
            if (length > urlLimit && !together.isEmpty()) {
                break;
            }
            if (identity.unique() || keys.add(identity.of(item))) {
                together.add(i);
                asked[i] = true;
            } else {
                length -= url.lengthOf(item);
            }
        }
        return together;
    }

    private HttpAsk ask(List<RestItem> all, List<Integer> which) throws UnaskableException {
        final List<RestItem> items = which.stream().map(all::get).toList();
        final Map<String, String> with = headers.of(items.get(0));
        final Optional<byte[]> content =
                body.isPresent() ? Optional.of(body.get().write(items)) : Optional.empty();
        final URI uri = constantUrl.isPresent() ? constantUrl.get() : URI.create(url.of(items));
        return new HttpAsk(config.ask().method(), uri, with, content, which);
    }

    /**
     * Reads a response. Its status is good (200 to 299); in a response to a single item, the status may also mean "not found".
     *
     * @param contentType the {@code Content-Type} header; empty if there is none
     * @param content the whole decompressed body
     * @param items the items of the request
     * @return an answer for each item, in the order of the items
     * @throws BadReplyException if the response breaks the contract
     */
    List<ItemAnswer> read(int status, String contentType, byte[] content, List<RestItem> items)
            throws BadReplyException {
        return reader.read(status, contentType, content, items);
    }

    /** Whether a response to a request for one item means that the item's key does not exist. */
    boolean meansNotFound(int status, byte[] content) {
        return reader.meansNotFound(status, content);
    }

    @Override
    public String toString() {
        return subject + ", matched by " + (config.answer().match() == Match.KEY ? "key" : identity);
    }
}
