package io.github.leaderelection.internal.transport.wire;

import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.transport.wire.HeldFrame.Kept;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Shown;
import io.github.leaderelection.internal.view.GroupView;
import org.jspecify.annotations.Nullable;

/**
 * Converts the frames of held requests to text and back, as strictly as
 * {@link WireCodec}. Safe for use from any thread.
 */
public final class HeldCodec {

	private final FrameCodec<HeldFrame> frames = new FrameCodec<>(HeldFrame.class, Map.of("value", Kept.class));

	/**
	 * Writes a frame as ASCII text. A view that is too long is written without the URLs
	 * of members, or without members: observers have a list of their own.
	 */
	public String encode(HeldFrame frame) {
		if (!(frame instanceof Shown shown)) {
			return this.frames.encode(frame);
		}
		GroupView view = shown.view();
		for (GroupView each : List.of(view, view.withoutUrls())) {
			String text = fitting(each);
			if (text != null) {
				return text;
			}
		}
		return this.frames.encode(new Shown(view.withMembers(List.of())));
	}

	private @Nullable String fitting(GroupView view) {
		try {
			return this.frames.encode(new Shown(view));
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	public HeldFrame decode(String text) throws WireException {
		return this.frames.decode(text);
	}

}
