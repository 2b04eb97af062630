package dev.sluice.service.rest.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.service.config.Credentials.Client;
import dev.sluice.service.config.yaml.Secret;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.rest.template.Json;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Tokens of OAuth's client credentials flow (RFC 6749, 4.4). The first token is fetched when it is needed. The next token is
 * fetched before the current token expires; meanwhile the current token stays in use. There is at most one fetch at a time. Any
 * thread may call the methods; none of them blocks.
 */
final class FetchedTokens {

    private static final int MOST_BYTES = 64 << 10;
    private static final int SHOWN = 200;
    private static final int GOOD = 200;
    /** The fraction of a token's lifetime after which the next token is fetched. */
    private static final double USED = 0.8;

    private static final long AGAIN_NANOS = Duration.ofSeconds(1).toNanos();
    /** The lifetime assumed for a token without expires_in; in practice such a token is used until the service refuses it. */
    private static final long LONG_SECONDS = Duration.ofDays(365).toSeconds();

    private static final Pattern PRINTABLE = Pattern.compile("[!-~]+");

    private final Client client;
    private final Secrets secrets;
    private final Duration longest;
    private final Supplier<HttpClient> http;
    private final LongSupplier clockNanos;
    private Optional<Token> last = Optional.empty();
    private Optional<CompletableFuture<Token>> fetching = Optional.empty();

    private record Token(Secret value, long renewNanos, long endNanos) {}

    /**
     * @param secrets the collection to which each token is added
     * @param longest the longest time that a fetch may take
     */
    FetchedTokens(
            Client client, Secrets secrets, Duration longest, Supplier<HttpClient> http, LongSupplier clockNanos) {
        this.client = client;
        this.secrets = secrets;
        this.longest = longest;
        this.http = http;
        this.clockNanos = clockNanos;
    }

    /** Returns a valid token; the future is complete unless the first token is being fetched or the last one has expired. */
    synchronized CompletableFuture<Secret> token() {
        final long now = clockNanos.getAsLong();
        if (last.isEmpty() || now - last.get().endNanos > 0) {
            return fetched();
        }
        if (now - last.get().renewNanos > 0) {
            last = last.map(its -> new Token(its.value, now + AGAIN_NANOS, its.endNanos));
            fetched();
        }
        return CompletableFuture.completedFuture(last.get().value);
    }

    /** Returns another token after the service refused the given one. */
    synchronized CompletableFuture<Secret> otherThan(Secret refused) {
        if (last.isPresent() && last.get().value.equals(refused)) {
            last = Optional.empty();
        }
        return token();
    }

    private CompletableFuture<Secret> fetched() {
        if (fetching.isPresent()) {
            return fetching.get().thenApply(Token::value);
        }
        final CompletableFuture<Token> fetch = fetch().whenComplete(this::taken);
        fetching = Optional.of(fetch).filter(its -> !its.isDone());
        return fetch.thenApply(Token::value);
    }

    private synchronized void taken(Token token, Throwable error) {
        fetching = Optional.empty();
        last = Optional.ofNullable(token).or(() -> last);
    }

    private CompletableFuture<Token> fetch() {
        final String scope = client.scope()
                .map(its -> "&scope=" + URLEncoder.encode(its, StandardCharsets.UTF_8))
                .orElse("");
        final HttpRequest request = HttpRequest.newBuilder(client.url())
                .timeout(longest)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .header("Authorization", client.basic().value().value())
                .POST(BodyPublishers.ofString("grant_type=client_credentials" + scope))
                .build();
        final long asked = clockNanos.getAsLong();
        return http.get()
                .sendAsync(request, info -> new LimitedBody(MOST_BYTES, content -> {}))
                .thenApply(response -> read(response, asked))
                .handle((token, error) -> {
                    if (error != null) {
                        throw new CompletionException(failed(error));
                    }
                    return token;
                });
    }

    private Token read(HttpResponse<LimitedBody.Content> response, long asked) {
        final byte[] body = response.body().bytes();
        if (response.statusCode() != GOOD) {
            final String said = new String(body, StandardCharsets.UTF_8);
            throw refused("it answered " + response.statusCode() + ": " + secrets.quoted(said, SHOWN));
        }
        try {
            final JsonNode answer = Json.parse(body);
            final String token = answer.path("access_token").asText("");
            if (!PRINTABLE.matcher(token).matches()) {
                throw refused("its answer has no access_token");
            }
            final Secret secret = new Secret(token);
            secrets.add(secret);
            final long seconds =
                    Math.max(0, Math.min(LONG_SECONDS, answer.path("expires_in").asLong(LONG_SECONDS)));
            final long nanos = Duration.ofSeconds(seconds).toNanos();
            return new Token(secret, asked + (long) (USED * nanos), asked + nanos);
        } catch (final JsonProcessingException e) {
            throw refused("its answer is not JSON: " + Json.problem(e));
        }
    }

    private static CompletionException refused(String why) {
        return new CompletionException(new IOException(why));
    }

    /** Converts the error of a fetch to one whose message contains no secret; an error of the JVM is returned unchanged. */
    private Throwable failed(Throwable error) {
        final Throwable cause = HttpReplies.cause(error);
        final String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return cause instanceof Error
                ? cause
                : new IOException("no token from " + client.url() + ": " + secrets.quoted(why, 2 * SHOWN), cause);
    }
}
