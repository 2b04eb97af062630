package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.api.Lookup;
import dev.sluice.api.NotFoundException;
import dev.sluice.api.Query;
import dev.sluice.api.RequestFailedException;
import dev.sluice.api.Update;
import dev.sluice.client.Futures;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The code of docs/reference/interfaces.md compiles here, its configuration runs, and its messages are those that come. */
class InterfacesManualTest {

    private static final Path PAGE = Path.of("../docs/reference/interfaces.md");

    @RegisterExtension
    private final ServedQueues served = ServedQueues.declaring("")
            .having(
                    "CREATE TABLE product (id BIGINT PRIMARY KEY, name VARCHAR(40), price DECIMAL(9, 2), kind VARCHAR(20),"
                            + " CONSTRAINT price_above_nothing CHECK (price > 0))",
                    "INSERT INTO product VALUES (1, 'kettle', 39.90, 'KITCHEN'), (2, 'lamp', 24.50, 'FURNITURE')");

    // [interface]
    enum Kind {
        FURNITURE,
        KITCHEN
    }

    record Product(String name, BigDecimal price, Kind kind) {}

    interface Shop {

        Product product(long id);

        @Lookup("product")
        Optional<Product> findProduct(long id);

        @Lookup("product")
        CompletableFuture<Product> productLater(long id);

        @Query("dearer-than")
        List<Product> dearerThan(BigDecimal price);

        @Update("set-price")
        int setPrice(BigDecimal price, long id);

        default BigDecimal priceOfTwo(long one, long other) {
            CompletableFuture<Product> first = productLater(one);
            CompletableFuture<Product> second = productLater(other);
            return first.join().price().add(second.join().price());
        }
    }
    // [/interface]

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldAnswerAsThePageSaysWhenItsInterfaceAsks() throws Exception {
        served.start(served.yaml(declarations()));
        try (Futures futures = served.client().futures(Runnable::run)) {
            final Shop shop = futures.declare(Shop.class);
            final Product kettle = new Product("kettle", new BigDecimal("39.90"), Kind.KITCHEN);
            assertEquals(kettle, shop.product(1));
            assertEquals(kettle, shop.productLater(1).join());
            assertEquals(Optional.of(kettle), shop.findProduct(1));
            assertEquals(Optional.empty(), shop.findProduct(9));
            assertEquals(List.of(kettle), shop.dearerThan(new BigDecimal("30.00")));
            assertEquals(List.of(), shop.dearerThan(new BigDecimal("99.00")));
            assertEquals(1, shop.setPrice(new BigDecimal("41.00"), 1));
            assertEquals(0, shop.setPrice(new BigDecimal("41.00"), 9));
            assertEquals(new BigDecimal("65.50"), shop.priceOfTwo(1, 2));

            said(assertThrows(NotFoundException.class, () -> shop.product(9)));
            final var later = assertThrows(
                    CompletionException.class, () -> shop.productLater(9).join());
            assertEquals(NotFoundException.class, later.getCause().getClass());
            final var refused =
                    assertThrows(RequestFailedException.class, () -> shop.setPrice(new BigDecimal("-1.00"), 1));
            said(refused);
            assertEquals(FailureKind.REJECTED, refused.kind());
            assertEquals("23513", refused.code());
        }
    }

    /** A message is on the page, in a block of its own; there `…` stands for anything. */
    private static void said(RuntimeException failure) throws IOException {
        final Matcher block = Pattern.compile("(?ms)^```text\\n(.*?)\\n```$").matcher(page());
        while (block.find()) {
            if (Pattern.matches(
                    Pattern.quote(block.group(1)).replace("…", "\\E.*\\Q"),
                    failure.getMessage().replace(InterfacesManualTest.class.getName() + "$", ""))) {
                return;
            }
        }
        throw new AssertionError("the page has no block that says: " + failure.getMessage(), failure);
    }

    private static String page() throws IOException {
        return Files.readString(PAGE);
    }

    private static String declarations() throws IOException {
        final Matcher declared =
                Pattern.compile("(?ms)^```yaml\\n(lookups:.*?)^```$").matcher(page());
        assertTrue(declared.find(), "the page has no configuration");
        return declared.group(1);
    }
}
