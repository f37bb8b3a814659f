package io.github.leaderelection.internal.transport.held;

import io.github.leaderelection.internal.transport.websocket.WebSocketPeerTransport;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.link.TestViews;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.Observers;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Observers that dial a member all at once, as those of a member do that has ended.
 */
class ManyObserversTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final int PLACES = 400;

	/** Fewer than a tenth of those places, and many more than members need. */
	private static final int DIALLING = 35;

	private final TestNode a = new TestNode(WebSocketPeerTransport::new, "a");

	@AfterEach
	void stop() {
		this.a.stop();
	}

	@Test
	void noneOfThemTakesThePlaceOfAnother() {
		this.a.start(new PeerTransportSettings("test", A, Map.of(), TestServer.PATH, Protection.of("secret"),
				List.of(A, B), (member) -> null, Duration.ofSeconds(1), Map.of(), new ApplicationUrls(null),
				new Observers(PLACES, new TestViews().show(TestViews.view(1, "b")))));
		List<RawObserver> all = new ArrayList<>();
		List<CompletableFuture<HttpResponse<String>>> opened = new ArrayList<>();
		for (int i = 0; i < DIALLING; i++) {
			all.add(new RawObserver(this.a.url(), "x" + i));
			opened.add(all.get(i).ask());
		}
		for (int i = 0; i < DIALLING; i++) {
			assertThat(all.get(i).views(opened.get(i).join())).isEmpty();
		}
		assertThat(this.a.refused(RefusalReason.TOO_MANY)).isZero();
	}

}
