package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import java.util.List;

/** A scheduler, and calls of one request each that read and update by name. */
abstract class NamedCalls extends Scheduled {

    final TestOperation customers = TestOperation.lookup("customer", backend, "customer");
    final TestOperation renaming = TestOperation.update("rename", backend, "customer");
    final TestOperation paid = TestOperation.update("pay", backend, "contract");
    final Call read = call(customers, 1);
    final Call read2 = call(TestOperation.lookup("address", backend, "address"), 1);
    final Call read3 = call(TestOperation.lookup("orders", backend, "orders"), 1);
    final Call rename = call(renaming, 1);
    final Call pay = call(paid, 1);
    final Call elsewhere = call(TestOperation.lookup("stock", other, "stock"), 1);

    void isAskedAgainAfter(long pause) {
        now += pause / 2;
        step();
        assertEquals(List.of(), backend.underWay());
        now += pause / 2;
        step();
        assertEquals(List.of(read), backend.underWay());
    }

    static Call call(TestOperation operation, long index) {
        final Call call = new Call(operation.backend(), operation.update());
        ask(call, operation, index);
        return call;
    }

    static Item ask(Call call, TestOperation operation, long index) {
        final Item item = new Item(new RequestRef(index, 1, index, operation.name()), 0, 0, Deadline.NONE, false);
        call.add(new Question(operation, Arguments.of(index), operation.footprint(), item));
        return item;
    }
}
