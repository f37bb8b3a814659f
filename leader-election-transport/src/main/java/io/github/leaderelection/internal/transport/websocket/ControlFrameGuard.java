package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

import io.github.leaderelection.internal.transport.spi.FrameListener;
import jakarta.websocket.Extension;
import org.apache.tomcat.websocket.MessagePart;
import org.apache.tomcat.websocket.Transformation;
import org.apache.tomcat.websocket.TransformationResult;
import org.jspecify.annotations.Nullable;

/**
 * Ends a connection at the first control frame of a stranger, as Tomcat answers pings
 * without a limit. Control frames of members pass.
 */
final class ControlFrameGuard implements Transformation {

	private static final int CLOSE = 0x8;

	private volatile @Nullable FrameListener conversation;

	private @Nullable Transformation next;

	/** Sets the listener, which knows whether the other side is a member. */
	void watch(FrameListener told) {
		this.conversation = told;
	}

	@Override
	public boolean validateRsv(int rsv, byte opCode) {
		FrameListener told = this.conversation;
		boolean harmless = opCode <= CLOSE || told != null && told.isAuthenticated();
		return harmless && below().validateRsv(rsv, opCode);
	}

	@Override
	public void setNext(Transformation transformation) {
		if (this.next != null) {
			this.next.setNext(transformation);
		}
		else {
			this.next = transformation;
		}
	}

	private Transformation below() {
		Transformation present = this.next;
		if (present == null) {
			throw new IllegalStateException("A frame arrived before Tomcat set the next transformation");
		}
		return present;
	}

	@Override
	public boolean validateRsvBits(int bits) {
		return this.next == null || this.next.validateRsvBits(bits);
	}

	@Override
	public @Nullable Extension getExtensionResponse() {
		return null;
	}

	@Override
	public TransformationResult getMoreData(byte opCode, boolean fin, int rsv, ByteBuffer dest) throws IOException {
		return below().getMoreData(opCode, fin, rsv, dest);
	}

	@Override
	public List<MessagePart> sendMessagePart(List<MessagePart> parts) throws IOException {
		return below().sendMessagePart(parts);
	}

	@Override
	public void close() {
		if (this.next != null) {
			this.next.close();
		}
	}

}
