package io.github.leaderelection.spi;

/**
 * Why a link with a member ended.
 */
public enum LinkLoss {

	/** The other side closed it, or its host did after the end of the process. */
	CLOSED,

	/** The member's address refused a new connection. */
	REFUSED,

	/** The member was silent for too long, or did not read. */
	SILENT

}
