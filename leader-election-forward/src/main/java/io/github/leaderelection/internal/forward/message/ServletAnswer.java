package io.github.leaderelection.internal.forward.message;

import java.io.IOException;

import jakarta.servlet.http.HttpServletResponse;

/**
 * An answer on a servlet container.
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

	public void write(Refusal refusal) throws IOException {
		refusal.head(this);
		this.response.getOutputStream().write(refusal.body());
	}

}
