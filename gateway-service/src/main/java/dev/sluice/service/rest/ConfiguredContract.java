package dev.sluice.service.rest;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.ContractConfig;
import dev.sluice.service.config.ContractConfig.Match;
import dev.sluice.service.config.ContractConfig.Missing;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.rest.answer.AskedKeys.Identity;
import dev.sluice.service.rest.answer.BadReplyException;
import dev.sluice.service.rest.answer.ItemAnswer;
import dev.sluice.service.rest.answer.ResponseReader;
import dev.sluice.service.rest.answer.Subject;
import dev.sluice.service.rest.http.HeaderTemplates;
import dev.sluice.service.rest.http.HttpAsk;
import dev.sluice.service.rest.template.ArgumentCheck;
import dev.sluice.service.rest.template.JsonTemplate;
import dev.sluice.service.rest.template.RestItem;
import dev.sluice.service.rest.template.UnaskableException;
import dev.sluice.service.rest.template.UrlTemplate;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A contract as the configuration describes it, its templates taken apart once. Immutable. */
final class ConfiguredContract implements Contract {

    /** Stands in for what a call would give an item, where a request is only checked. */
    private static final String ANY_KEY = "00000000-0000-0000-0000-000000000000-0000000000000000";

    private final Subject subject;
    private final ContractConfig config;
    private final int urlLimit;
    private final ArgumentCheck arguments;
    private final UrlTemplate url;
    private final Optional<JsonTemplate> body;
    private final HeaderTemplates headers;
    private final Identity identity;
    private final ResponseReader reader;
    /** Taken apart once where it does not depend on the items: the JDK checks each character of a URI. */
    private final Optional<URI> constantUrl;

    private final boolean onlyBodyDiffers;

    ConfiguredContract(
            Subject subject,
            ContractConfig config,
            int urlLimit,
            ArgumentCheck arguments,
            UrlTemplate url,
            Optional<JsonTemplate> body,
            HeaderTemplates headers,
            Identity identity,
            ResponseReader reader) {
        this.subject = subject;
        this.config = config;
        this.urlLimit = urlLimit;
        this.arguments = arguments;
        this.url = url;
        this.body = body;
        this.headers = headers;
        this.identity = identity;
        this.reader = reader;
        this.constantUrl = url.isConstant() ? Optional.of(constant(url)) : Optional.empty();
        this.onlyBodyDiffers = url.isConstant() && headers.isConstant();
    }

    private static URI constant(UrlTemplate url) {
        try {
            return URI.create(url.of(List.of()));
        } catch (final UnaskableException e) {
            throw new IllegalArgumentException("path: " + e.getMessage());
        }
    }

    @Override
    public int limit() {
        return config.ask().limit();
    }

    @Override
    public boolean mayLeaveOut() {
        return config.answer().missing() == Missing.NOT_FOUND;
    }

    @Override
    public boolean many() {
        return config.answer().many();
    }

    @Override
    public void check(Arguments given) throws RefusedException {
        try {
            arguments.check(given);
            if (onlyBodyDiffers && ArgumentCheck.always(given)) {
                return; // nothing can be wrong with it, and a request each to find that out costs more than the call
            }
            ask(List.of(new RestItem(given, 0, ANY_KEY)), List.of(0));
        } catch (final UnaskableException e) {
            throw new RefusedException(FailureKind.INVALID, subject + ": " + e.getMessage());
        }
    }

    @Override
    public List<HttpAsk> asks(List<RestItem> items) {
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
            throw new IllegalArgumentException(subject + ": an item that was not checked: " + e.getMessage());
        }
    }

    /**
     * The items that go into one request, from the first on: in their order, while there is room. Two that the response
     * could not tell apart, such as the decimals 1.5 and 1.50, do not.
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
            if (identity.given() || keys.add(identity.of(item))) {
                together.add(i);
                asked[i] = true;
            } else {
                length -= url.lengthOf(item);
            }
        }
        return together;
    }

    private HttpAsk ask(List<RestItem> all, List<Integer> which) throws UnaskableException {
        final List<RestItem> items = new ArrayList<>(which.size());
        which.forEach(place -> items.add(all.get(place)));
        final Map<String, String> with = new LinkedHashMap<>(headers.of(items.get(0)));
        final Optional<byte[]> content =
                body.isPresent() ? Optional.of(body.get().write(items)) : Optional.empty();
        return new HttpAsk(config.ask().method(), uri(items), with, content, which);
    }

    private URI uri(List<RestItem> items) throws UnaskableException {
        return constantUrl.isPresent() ? constantUrl.get() : URI.create(url.of(items));
    }

    @Override
    public List<ItemAnswer> read(int status, String contentType, byte[] content, List<RestItem> items)
            throws BadReplyException {
        return reader.read(status, contentType, content, items);
    }

    @Override
    public boolean meansNotFound(int status) {
        return config.answer().notFoundStatuses().contains(status);
    }

    @Override
    public String toString() {
        return subject + ", matched by " + (config.answer().match() == Match.KEY ? "key" : identity);
    }
}
