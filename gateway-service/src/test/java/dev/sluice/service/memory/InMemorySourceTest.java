package dev.sluice.service.memory;

import dev.sluice.api.RequestKind;
import dev.sluice.service.core.RequestSource;
import dev.sluice.service.core.RequestSourceContract;

class InMemorySourceTest implements RequestSourceContract {

    @Override
    public Input newInput() {
        final InMemoryQueue queue = new InMemoryQueue();
        final RequestSource source = new InMemorySource(queue, 0);
        return new Input() {
            @Override
            public void write(RequestKind kind, String name, Object... arguments) {
                queue.request(kind, name, arguments);
            }

            @Override
            public void writeUndecodable() {
                queue.append(new byte[] {1, 2, 3});
            }

            @Override
            public RequestSource source() {
                return source;
            }

            @Override
            public void close() {
                source.close();
            }
        };
    }
}
