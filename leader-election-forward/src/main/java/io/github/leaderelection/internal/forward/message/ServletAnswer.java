package io.github.leaderelection.internal.forward.message;

import java.io.IOException;
import java.io.OutputStream;

import jakarta.servlet.http.HttpServletResponse;

import org.springframework.util.StreamUtils;

/**
 * An answer on a servlet container, which ends it itself.
 */
public record ServletAnswer(HttpServletResponse response) implements AnswerTarget {

	@Override
	public void status(int status) {
		this.response.setStatus(status);
	}

	@Override
	public void set(String name, String value) {
		this.response.setHeader(name, value);
	}

	@Override
	public void add(String name, String value) {
		this.response.addHeader(name, value);
	}

	@Override
	public boolean isCommitted() {
		return this.response.isCommitted();
	}

	@Override
	public void reset() {
		this.response.reset();
	}

	@Override
	public OutputStream body() throws IOException {
		return StreamUtils.nonClosing(this.response.getOutputStream());
	}

}
