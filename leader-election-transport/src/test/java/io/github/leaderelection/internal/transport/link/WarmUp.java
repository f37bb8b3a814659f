package io.github.leaderelection.internal.transport.link;

import java.time.Duration;

import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import org.awaitility.Awaitility;

/**
 * Links two nodes once. The first dial of a process loads many classes, which may take
 * longer than a dial may.
 */
public final class WarmUp {

	private WarmUp() {
	}

	public static void of(TransportType type) {
		TestNode a = new TestNode(type, "a");
		TestNode b = new TestNode(type, "b");
		a.start("secret", b).connect(b);
		b.start("secret", a).connect(a);
		try {
			Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> a.linked(b) && b.linked(a));
		}
		finally {
			a.stop();
			b.stop();
		}
	}

}
