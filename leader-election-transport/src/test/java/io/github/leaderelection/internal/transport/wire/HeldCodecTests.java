package io.github.leaderelection.internal.transport.wire;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.TestViews;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Ask;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Kept;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Leave;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Shown;
import io.github.leaderelection.internal.view.GroupValue;
import io.github.leaderelection.internal.view.GroupView;
import io.github.leaderelection.internal.view.GroupView.Led;
import io.github.leaderelection.internal.view.GroupView.Listed;
import io.github.leaderelection.internal.view.GroupView.Said;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link HeldCodec}.
 */
class HeldCodecTests {

	private final HeldCodec codec = new HeldCodec();

	private static GroupView view(int members, @Nullable String url) {
		List<Listed> listed = new ArrayList<>();
		for (int i = 0; i < members; i++) {
			listed.add(new Listed(NodeId.of("m" + i), url, MemberState.DOWN, 3));
		}
		return new GroupView("default", "quorum", 8, 1000, "f", new Led(NodeId.of("m0"), null, 7, 6), listed,
				new Said(NodeId.of("m0"), 6, 2, "t\u00e9xt"));
	}

	private GroupView carried(GroupView view) throws WireException {
		String text = this.codec.encode(new Shown(view));
		assertThat(text.length()).isLessThanOrEqualTo(WireCodec.MAX_FRAME_LENGTH);
		return ((Shown) this.codec.decode(text)).view();
	}

	@Test
	void framesAreReadAsTheyWereWritten() throws WireException {
		GroupView empty = new GroupView("g", "raft", 0, 1, "", null, List.of(), null);
		for (HeldFrame frame : List.of(new Ask("c", NodeId.of("x"), NodeId.of("a"), "0123456789abcdef".repeat(4), 4),
				new Leave("s"), new Shown(view(3, "http://m:8080")), new Shown(empty),
				new Kept(new GroupValue("g", new LeaderSequenceNumber(5, 1), List.of(), false)),
				new Kept(TestViews.largest("g".repeat(64))))) {
			assertThat(this.codec.decode(this.codec.encode(frame))).isEqualTo(frame);
		}
	}

	@Test
	void aViewThatIsTooLongIsShownWithoutUrlsOrWithoutMembers() throws WireException {
		String url = "http://" + "h".repeat(300) + ":8080";
		assertThat(carried(view(100, url))).isEqualTo(view(100, null));
		assertThat(carried(view(257, url))).isEqualTo(view(0, null));
	}

	@Test
	void whatIsNoValueIsMalformed() {
		String text = this.codec.encode(new Kept(TestViews.largest("g")));
		for (String bad : List.of(text.replaceFirst("\"fencingToken\":\\d+", "\"fencingToken\":0"),
				text.replaceFirst("\"lost\":true", "\"lost\":1"), text.replaceFirst("\"key\":\"\\w+\"", "\"key\":null"),
				text.replaceFirst("\\[\"", "[\"*"), text + " ".repeat(48 * 1024 - text.length() + 1))) {
			assertThat(bad).isNotEqualTo(text);
			assertThatExceptionOfType(WireException.class).isThrownBy(() -> this.codec.decode(bad));
		}
	}

	@Test
	void whatIsNoViewIsMalformed() {
		String text = this.codec.encode(new Shown(view(1, null)));
		for (String bad : List.of("", "{}", text.replace("1000", "0"), text.replace("DOWN", "GONE"),
				text.replace("\"m0\"", "\"m 0\""), text + "x", text.replace("Shown", "Seen"))) {
			assertThatExceptionOfType(WireException.class).as(bad).isThrownBy(() -> this.codec.decode(bad));
		}
	}

}
