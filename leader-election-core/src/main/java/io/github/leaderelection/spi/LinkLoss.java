package io.github.leaderelection.spi;

/**
 * Why a link to a member ended.
 */
public enum LinkLoss {

	/** Closed by the other side, or by its host because the process is gone. */
	CLOSED,

	/** A new connection was refused by the member's address. */
	REFUSED,

	/** Nothing was heard on it for too long, or it could not take more. */
	SILENT

}
