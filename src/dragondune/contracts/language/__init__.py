"""The sentences of contracts: ``sentences`` writes them, ``parser`` reads them back."""
